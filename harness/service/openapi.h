/* The description of the service's interface, as OpenAPI 3.1; it is served at /openapi.json. */
#ifndef SERVICE_OPENAPI_H
#define SERVICE_OPENAPI_H

extern const char openapi_json[]; /* ends with a zero */

#endif
