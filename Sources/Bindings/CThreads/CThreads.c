#include "CThreads.h"

/* Replaces the function of the C library for all libraries of a program. It is written in C, because the linker gold
   does not export functions of Swift to shared libraries. */
__attribute__((visibility("default"))) int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    return stickerd_create_thread(thread, attributes, body, argument);
}
