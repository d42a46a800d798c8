/// The `.xcodeproj` folder.
enum ProjectFolder {
    static func files(_ project: ProjectFile, name: String) -> [PlannedFile] {
        let workspace = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Workspace
               version = "1.0">
               <FileRef
                  location = "self:">
               </FileRef>
            </Workspace>

            """
        return [
            PlannedFile("\(name).xcodeproj/project.pbxproj", .bytes(project.bytes)),
            PlannedFile(
                "\(name).xcodeproj/project.xcworkspace/contents.xcworkspacedata", .bytes(Array(workspace.utf8))),
        ]
    }
}
