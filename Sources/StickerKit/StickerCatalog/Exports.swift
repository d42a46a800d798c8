// An app imports StickerCatalog alone and gets the manifest's types with it. Modules of stickerd import StickerManifest.
@_exported import StickerManifest
