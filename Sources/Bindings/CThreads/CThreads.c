#include "CThreads.h"

/* Takes the place of the C library's function for all libraries of a program, as a malloc of its own does. It is in C because
   gold exports no function of Swift for shared libraries. */
__attribute__((visibility("default"))) int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    return stickerd_create_thread(thread, attributes, body, argument);
}
