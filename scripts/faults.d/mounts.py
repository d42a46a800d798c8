"""Mounts that other processes do not see."""

import ctypes
import os
import subprocess

NEW_MOUNT_NAMESPACE = 0x00020000


class State:
    """The reason why nothing can be mounted, or None."""
    obstacle = "this is not root"


def separate():
    """Gives this process and its children a private mount table, if the system allows it."""
    if os.geteuid() != 0:
        return
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_MOUNT_NAMESPACE) != 0:
        State.obstacle = os.strerror(ctypes.get_errno())
        return
    private = subprocess.run(["mount", "--make-rprivate", "/"], capture_output=True, text=True, check=False)
    State.obstacle = private.stderr.strip() or None if private.returncode else None


def bind(source, target):
    subprocess.run(["mount", "--bind", source, target], check=True)


def small_disk(target, megabytes):
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "stickerd-faults", target], check=True)


def unmount(target):
    subprocess.run(["umount", "--lazy", target], check=False, stderr=subprocess.DEVNULL)
