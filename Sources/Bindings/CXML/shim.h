/* libxml2's headers take ICU's in, whose types have other definitions than those of Foundation's own copy of ICU. Nothing
   that is used here needs them. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
