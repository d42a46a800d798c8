"""Pixels in every colour type and depth, and their 8-bit RGBA values."""

import struct

import numpy

import container
from container import GREY, GREY_ALPHA, PALETTE, RGB, RGBA


class Kind:
    """A colour type and depth, with its palette or transparent colour if it has one."""

    def __init__(self, colour, depth, transparent=False, seed=1):
        self.colour, self.depth, self.transparent = colour, depth, transparent
        self.most = (1 << depth) - 1
        noise = numpy.random.default_rng(seed)
        if colour == PALETTE:
            self.palette = noise.integers(0, 256, (1 << depth, 4), dtype=numpy.int64)
            # Every third entry is opaque, and every third is fully transparent.
            self.palette[0::3, 3] = 255
            self.palette[1::3, 3] = 0
            if not transparent:
                self.palette[:, 3] = 255
        elif transparent:
            self.key = noise.integers(0, self.most + 1, container.CHANNELS[colour], dtype=numpy.int64)

    @property
    def name(self):
        names = {GREY: "grey", RGB: "RGB", PALETTE: "palette", GREY_ALPHA: "grey+alpha", RGBA: "RGBA"}
        return f"{names[self.colour]} {self.depth} bit" + (", tRNS" if self.transparent else "")

    @property
    def has_soft_alpha(self):
        return self.colour in (GREY_ALPHA, RGBA) or self.colour == PALETTE and self.transparent

    def chunks(self):
        """PLTE and tRNS."""
        if self.colour == PALETTE:
            result = container.chunk("PLTE", self.palette[:, :3].astype(numpy.uint8).tobytes())
            if self.transparent:
                result += container.chunk("tRNS", self.palette[:, 3].astype(numpy.uint8).tobytes())
            return result
        if self.transparent:
            return container.chunk("tRNS", struct.pack(f">{len(self.key)}H", *self.key.tolist()))
        return b""

    def noise(self, width, height, seed):
        """Random samples: some fully transparent, some opaque, some in between."""
        noise = numpy.random.default_rng(seed)
        samples = noise.integers(0, self.most + 1, (height, width, container.CHANNELS[self.colour]), dtype=numpy.int64)
        choice = noise.integers(0, 3, (height, width))
        if self.colour in (GREY_ALPHA, RGBA):
            samples[choice == 0, -1] = 0
            samples[choice == 1, -1] = self.most
        elif self.transparent and self.colour != PALETTE:
            samples[choice == 0] = self.key
        return samples

    def rgba(self, samples):
        """The samples with 8 bits per channel: 16 bits are rounded, and fewer bits are scaled to the full range (PNG 13.12)."""
        if self.colour == PALETTE:
            return self.palette[samples[:, :, 0]]
        scaled = numpy.floor(samples * 255 / self.most + 0.5).astype(numpy.int64)
        solid = numpy.full(samples.shape[:2] + (1,), 255)
        if self.transparent:
            solid[(samples == self.key).all(axis=2)] = 0
        if self.colour in (GREY, GREY_ALPHA):
            colours = numpy.repeat(scaled[:, :, :1], 3, axis=2)
        else:
            colours = scaled[:, :, :3]
        alpha = scaled[:, :, -1:] if self.colour in (GREY_ALPHA, RGBA) else solid
        return numpy.concatenate([colours, alpha], axis=2)
