#!/usr/bin/env python3
"""Trains a network of Mirabilia on a GPU: reads files of samples (docs/training.md) and writes a .net file.

It needs numpy and PyTorch. The network is the one that "mirabilia train fit" trains on one core of a CPU.
"""
import argparse
import json
import struct
import time

import numpy as np
import torch

HIDDEN, SCALE = 32, 64
MAX_WEIGHT = 127 / SCALE


def read_samples(path):
    """Returns the header and the columns of a file of samples."""
    data = np.fromfile(path, dtype=np.uint8)
    text = bytes(data[:4096])
    first, second = text.split(b"\n", 2)[:2]
    if first != b"mirabilia samples 1":
        raise SystemExit(f"{path} is no file of samples")
    header = json.loads(second)
    at = len(first) + len(second) + 2
    columns = {name: [] for name in ("games", "counts", "base", "outcome", "chance", "features")}

    def take(name, dtype, n):
        nonlocal at
        size = np.dtype(dtype).itemsize * n
        columns[name].append(data[at:at + size].view(dtype))
        at += size

    while at + 16 <= len(data):
        _, _, positions, features = struct.unpack("<4I", bytes(data[at:at + 16]))
        at += 16
        if at + 18 * positions + 2 * features > len(data):
            break  # a block that was cut off
        take("games", "<u4", positions)
        take("counts", "<u2", positions)
        take("base", "<f4", positions)
        take("outcome", "<f4", positions)
        take("chance", "<f4", positions)
        take("features", "<u2", features)
    return header, {name: np.concatenate(parts) for name, parts in columns.items()}


def pad(counts, features, filler, device, chunk=1 << 20):
    """Returns the features as one row per position, filled up with filler."""
    counts = torch.tensor(counts.astype(np.int64), device=device)
    features = torch.tensor(features.view(np.int16), device=device)
    rows = torch.full((len(counts), int(counts.max())), filler, dtype=torch.int16, device=device)
    done = 0
    for first in range(0, len(counts), chunk):
        some = counts[first:first + chunk]
        n = int(some.sum())
        row = torch.repeat_interleave(torch.arange(len(some), device=device), some)
        column = torch.arange(n, device=device) - torch.repeat_interleave(torch.cumsum(some, 0) - some, some)
        rows[first:first + chunk][row, column] = features[done:done + n]
        done += n
    return rows


class Network(torch.nn.Module):
    """The hidden layer is a sum of the rows of the features and of one that is always added, clamped to 0..1."""

    def __init__(self, features):
        super().__init__()
        # The last row is the one that is always added. Its number is also the filler.
        self.rows = torch.nn.Parameter(torch.zeros(features + 1, HIDDEN))
        self.out = torch.nn.Parameter(torch.zeros(HIDDEN))
        self.bias = torch.nn.Parameter(torch.zeros(()))
        with torch.no_grad():
            self.rows[:features].uniform_(-0.1, 0.1)
            self.rows[features] = 0.4
            self.out.uniform_(-0.5, 0.5)

    def forward(self, features):
        # A product with rows of zeros and ones: a GPU does it far faster than a sum of chosen rows and its gradient.
        present = torch.zeros(len(features), len(self.rows), device=features.device)
        present.scatter_(1, features.long(), 1.0)
        present[:, -1] = 1
        return (present @ self.rows).clamp(0, 1) @ self.out + self.bias

    @torch.no_grad()
    def keep_in_range(self):
        self.rows.clamp_(-MAX_WEIGHT, MAX_WEIGHT)


def write(net, path):
    rows = net.rows.detach().cpu().numpy()
    weights = np.clip(np.round(rows * SCALE), -127, 127).astype(np.int8)
    with open(path, "wb") as f:
        f.write(struct.pack("<I", len(weights)))
        f.write(weights.tobytes())
        f.write(net.out.detach().cpu().numpy().astype("<f4").tobytes())
        f.write(struct.pack("<f", float(net.bias.detach())))


def read(net, path):
    with open(path, "rb") as f:
        data = f.read()
    rows = struct.unpack("<I", data[:4])[0]
    want = 4 + rows * HIDDEN + 4 * HIDDEN + 4
    if rows > len(net.rows) or len(data) != want:
        raise SystemExit(f"{path} is a network for other features")
    weights = np.frombuffer(data, dtype=np.int8, count=rows * HIDDEN, offset=4).reshape(rows, HIDDEN)
    out = np.frombuffer(data, dtype="<f4", count=HIDDEN + 1, offset=4 + rows * HIDDEN)
    with torch.no_grad():
        # A network from before the last features were added begins with nothing there.
        net.rows.zero_()
        weights = torch.tensor(weights.astype(np.float32) / SCALE)
        net.rows[:rows - 1], net.rows[-1] = weights[:-1], weights[-1]
        net.out.copy_(torch.tensor(out[:HIDDEN].copy()))
        net.bias.copy_(torch.tensor(float(out[HIDDEN])))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("net", help="network to write")
    p.add_argument("samples", nargs="+", help="files of samples, of one game")
    p.add_argument("--start", help="network to begin with")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch", type=int, default=16384)
    p.add_argument("--learning-rate", type=float, default=2e-3)
    p.add_argument("--outcome-weight", type=float, default=0.6)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--minutes", type=float, default=10, help="no epoch begins after this time")
    p.add_argument("--log", help="write the losses of each epoch to this file")
    args = p.parse_args()
    began = time.time()
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True

    files = [read_samples(path) for path in args.samples]
    header = files[0][0]
    for h, _ in files[1:]:
        if (h["game"], h["options"], h["features"]) != (header["game"], header["options"], header["features"]):
            raise SystemExit("the files are of different games")
    column = {name: np.concatenate([c[name] for _, c in files]) for name in files[0][1]}
    features = pad(column["counts"], column["features"], header["features"], device)
    base = torch.tensor(column["base"]).to(device)
    outcome = torch.tensor(column["outcome"]).to(device)
    chance = torch.tensor(column["chance"]).to(device)
    target = torch.where(chance < 0, outcome, args.outcome_weight * outcome + (1 - args.outcome_weight) * chance)
    held = torch.tensor(column["games"] % 20 == 19).to(device)
    learned, held = torch.nonzero(~held).flatten(), torch.nonzero(held).flatten()
    print(f"{len(learned)} positions to learn, {len(held)} held back, read in {time.time() - began:.0f} s on {device}", flush=True)

    net = Network(header["features"]).to(device)
    if args.start:
        read(net, args.start)
    loss = torch.nn.functional.binary_cross_entropy_with_logits

    @torch.no_grad()
    def held_loss(goal):
        total = 0.0
        for at in held.split(32768):
            total += float(loss(net(features[at]) + base[at], goal[at], reduction="sum"))
        return total / max(1, len(held))

    print(f"loss before {held_loss(target):.4f}", flush=True)
    adam = torch.optim.Adam(net.parameters(), lr=args.learning_rate, betas=(0.9, 0.999), fused=device == "cuda")
    steps = args.epochs * ((len(learned) + args.batch - 1) // args.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(adam, max_lr=args.learning_rate, total_steps=steps, pct_start=0.1, final_div_factor=100)
    log, best = [], float("inf")
    for epoch in range(args.epochs):
        if time.time() - began > 60 * args.minutes:
            break
        order = learned[torch.randperm(len(learned), device=device)]
        total = torch.zeros((), device=device)
        for at in order.split(args.batch):
            adam.zero_grad(set_to_none=True)
            value = loss(net(features[at]) + base[at], target[at])
            value.backward()
            adam.step()
            schedule.step()
            net.keep_in_range()
            total += value.detach() * len(at)
        row = {"train": float(total) / len(learned), "held": held_loss(target), "held_outcome": held_loss(outcome)}
        log.append(row)
        print(f"epoch {epoch + 1}: loss {row['train']:.4f}, held back {row['held']:.4f} (outcome alone {row['held_outcome']:.4f}), {time.time() - began:.0f} s", flush=True)
        if row["held"] < best:
            best = row["held"]
            write(net, args.net)
        if args.log:
            with open(args.log, "w") as f:
                json.dump(log, f, indent=2)
                f.write("\n")


if __name__ == "__main__":
    main()
