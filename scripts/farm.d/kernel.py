"""Runs a command on a kernel that seems to lack a protection.

usage: kernel.py landlock|seccomp COMMAND [ARGUMENT…]
"""

import ctypes
import errno
import os
import struct
import sys

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
# Numbers of system calls and words of BPF, for x86-64 and little-endian machines.
LANDLOCK_CREATE_RULESET, PRCTL, SECCOMP = 444, 157, 317
LOAD, EQUALS, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
NUMBER, FIRST_ARGUMENT = 0, 16


def instruction(code, value, if_true=0, if_false=0):
    return struct.pack("=HBBI", code, if_true, if_false, value)


FILTERS = {
    "landlock": [
        instruction(LOAD, NUMBER), instruction(EQUALS, LANDLOCK_CREATE_RULESET, 0, 1),
        instruction(RETURN, REFUSE | errno.ENOSYS), instruction(RETURN, ALLOW)],
    "seccomp": [
        instruction(LOAD, NUMBER), instruction(EQUALS, SECCOMP, 3, 0), instruction(EQUALS, PRCTL, 0, 3),
        instruction(LOAD, FIRST_ARGUMENT), instruction(EQUALS, PR_SET_SECCOMP, 0, 1),
        instruction(RETURN, REFUSE | errno.EINVAL), instruction(RETURN, ALLOW)],
}
lines = FILTERS[sys.argv[1]]
program = ctypes.create_string_buffer(b"".join(lines))
# struct sock_fprog: the number of instructions, and their address.
filters = ctypes.create_string_buffer(struct.pack("@HP", len(lines), ctypes.addressof(program)))
prctl = ctypes.CDLL(None, use_errno=True).prctl
for arguments in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filters, 0, 0)):
    if prctl(*arguments) != 0:
        sys.exit(f"prctl: {os.strerror(ctypes.get_errno())}")
os.execvp(sys.argv[2], sys.argv[2:])
