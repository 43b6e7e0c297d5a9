import { dirname } from 'node:path';

import type { Step } from './write-trace.ts';

/** The number of bytes that a disk writes atomically. */
const SECTOR = 512;

type Change = Pick<Extract<Step, { does: 'write' }>, 'offset' | 'bytes'> | Pick<Extract<Step, { does: 'resize' }>, 'size'>;

interface DiskFile {
  readonly changes: Change[];
  /** The number of durable changes. */
  flushed: number;
}

type Names = Map<string, DiskFile | 'folder'>;

/**
 * The possible files on disk, by name, if the power is cut after these steps.
 *
 * Every change to a file before its last flush is there. Each later one is there or not, or torn: some of its sectors. Names created,
 * renamed or removed in a folder since its last flush apply in order, up to some moment, as in journaling file systems.
 */
export function diskAfterCut(steps: readonly Step[], chance: () => number): ReadonlyMap<string, Buffer> {
  const names: Names = new Map();
  const durable: Names = new Map([['.', 'folder']]);
  let pending: { readonly folder: string; readonly apply: (to: Names) => void }[] = [];
  const rename = (name: string, apply: (to: Names) => void) => {
    apply(names);
    pending.push({ folder: dirname(name), apply });
  };
  const fileNamed = (name: string) => {
    const file = names.get(name);
    if (file === undefined || file === 'folder') throw new Error(`${name} was written to and never made`);
    return file;
  };
  for (const step of steps) {
    switch (step.does) {
      case 'make':
      case 'make folder': {
        const made = step.does === 'make' ? { changes: [], flushed: 0 } : 'folder';
        rename(step.name, (to) => to.set(step.name, made));
        break;
      }
      case 'remove':
        rename(step.name, (to) => to.delete(step.name));
        break;
      case 'rename': {
        const moved = fileNamed(step.name);
        rename(step.name, (to) => {
          to.delete(step.name);
          to.set(step.to, moved);
        });
        break;
      }
      case 'write':
      case 'resize':
        fileNamed(step.name).changes.push(step);
        break;
      case 'flush': {
        const flushed = names.get(step.name);
        if (flushed !== undefined && flushed !== 'folder') flushed.flushed = flushed.changes.length;
        for (const { folder, apply } of pending) if (folder === step.name) apply(durable);
        pending = pending.filter(({ folder }) => folder !== step.name);
        break;
      }
      case 'acknowledge':
    }
  }
  for (const { apply } of pending.slice(0, Math.floor(chance() * (pending.length + 1)))) apply(durable);

  const isReached = (name: string): boolean => name === '.' || (durable.get(name) === 'folder' && isReached(dirname(name)));
  const left = new Map<string, Buffer>();
  for (const [name, file] of durable) if (file !== 'folder' && isReached(dirname(name))) left.set(name, contentOf(file, chance));
  return left;
}

function contentOf({ changes, flushed }: DiskFile, chance: () => number): Buffer {
  const most = changes.reduce((size, change) => Math.max(size, 'size' in change ? change.size : change.offset + change.bytes.length), 0);
  const content = Buffer.alloc(most);
  // Anywhere from nearly nothing to nearly everything.
  const share = chance();
  let length = 0;
  for (const [i, change] of changes.entries()) {
    const isWhole = i < flushed || chance() < share;
    if ('size' in change) {
      if (!isWhole) continue;
      content.fill(0, change.size, Math.max(length, change.size));
      length = change.size;
    } else {
      if (!isWhole && chance() < 0.5) continue;
      const { offset, bytes } = change;
      for (let from = 0; from < bytes.length;) {
        const to = Math.min(bytes.length, from + SECTOR - ((offset + from) % SECTOR));
        if (isWhole || chance() < 0.5) bytes.copy(content, offset + from, from, to);
        from = to;
      }
      length = Math.max(length, offset + bytes.length);
    }
  }
  return content.subarray(0, length);
}
