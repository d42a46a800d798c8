/* The headers of libxml2 include those of ICU, whose types conflict with Foundation's copy of ICU. The functions used
   here do not need them. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
