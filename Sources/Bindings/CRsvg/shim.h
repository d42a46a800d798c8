/* Declares Cairo's PDF surfaces, and the functions of librsvg that draw with Cairo. The header of librsvg is not used,
   because it includes that of gdk-pixbuf, whose compiler flags make SwiftPM print warnings. These declarations are
   stable.
   Source: gnome.pages.gitlab.gnome.org/librsvg/Rsvg-2.0, librsvg 2.52 and newer. */
#include <cairo-pdf.h>
#include <glib-object.h>

typedef struct _RsvgHandle RsvgHandle;

typedef struct {
    double x;
    double y;
    double width;
    double height;
} RsvgRectangle;

typedef enum {
    RSVG_UNIT_PERCENT,
    RSVG_UNIT_PX,
    RSVG_UNIT_EM,
    RSVG_UNIT_EX,
    RSVG_UNIT_IN,
    RSVG_UNIT_CM,
    RSVG_UNIT_MM,
    RSVG_UNIT_PT,
    RSVG_UNIT_PC
} RsvgUnit;

typedef struct {
    double length;
    RsvgUnit unit;
} RsvgLength;

typedef enum {
    RSVG_HANDLE_FLAGS_NONE = 0,
    RSVG_HANDLE_FLAG_UNLIMITED = 1
} RsvgHandleFlags;

RsvgHandle *rsvg_handle_new_with_flags(RsvgHandleFlags flags);
gboolean rsvg_handle_write(RsvgHandle *handle, const guchar *bytes, gsize count, GError **error);
gboolean rsvg_handle_close(RsvgHandle *handle, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
gboolean rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, gdouble *width, gdouble *height);
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, gboolean *has_width, RsvgLength *width, gboolean *has_height, RsvgLength *height,
    gboolean *has_viewbox, RsvgRectangle *viewbox);
gboolean rsvg_handle_get_geometry_for_element(
    RsvgHandle *handle, const char *id, RsvgRectangle *ink, RsvgRectangle *logical, GError **error);
gboolean rsvg_handle_get_geometry_for_layer(
    RsvgHandle *handle, const char *id, const RsvgRectangle *viewport, RsvgRectangle *ink, RsvgRectangle *logical,
    GError **error);
RsvgHandle *rsvg_handle_new_from_data(const guint8 *data, gsize length, GError **error);
gboolean rsvg_handle_render_document(
    RsvgHandle *handle, cairo_t *context, const RsvgRectangle *viewport, GError **error);
