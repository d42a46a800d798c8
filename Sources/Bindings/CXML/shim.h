/* The headers of libxml2 would include those of ICU, whose types conflict with Foundation's copy of ICU. stickerd does
   not use the functions that need ICU. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
