/* Cairo's PDF, and what of librsvg draws on it. librsvg's own header wants gdk-pixbuf's, whose compiler flags SwiftPM
   warns about; these declarations are stable.
   Source: gnome.pages.gitlab.gnome.org/librsvg/Rsvg-2.0, librsvg 2.46 and newer. */
#include <cairo-pdf.h>
#include <glib-object.h>

typedef struct _RsvgHandle RsvgHandle;

typedef struct {
    double x;
    double y;
    double width;
    double height;
} RsvgRectangle;

RsvgHandle *rsvg_handle_new_from_data(const guint8 *data, gsize length, GError **error);
gboolean rsvg_handle_render_document(
    RsvgHandle *handle, cairo_t *context, const RsvgRectangle *viewport, GError **error);
