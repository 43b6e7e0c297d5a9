import { fetchedCode } from './fetched-code.ts';

/** Notifications of the specification, section 9, in milliseconds and pixels. The width, 356 px, is the library's default. */
export const NOTICE = { visible: 3, duration: 4000, longDuration: 5000, gap: 14 } as const;

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

const load = () => import('sonner');

let wanted = false;
const listeners = new Set<() => void>();

/** Whether a notice was requested: until then the library is not loaded. */
export const noticesWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => wanted,
};

/** Preloads the library: the first notice may be that the visitor is offline. */
export function fetchNotices(): void {
  fetchedCode(load).catch(() => {});
}

function want(isWanted: boolean): void {
  wanted = isWanted;
  for (const listener of listeners) listener();
}

async function show(text: string, duration: number, action?: NoticeAction): Promise<void> {
  want(true);
  try {
    const { toast } = await fetchedCode(load);
    toast(text, { duration, ...(action && { action: { label: action.label, onClick: action.run } }) });
  } catch {
    want(false);
    console.warn('Not shown, because notifications could not be loaded:', text);
  }
}

/** Shows a notice for 4 seconds. Not for anything that needs action. */
export function notify(text: string): void {
  void show(text, NOTICE.duration);
}

/** The longer variant, 5 seconds, with one action if needed. */
export function notifyLonger(text: string, action?: NoticeAction): void {
  void show(text, NOTICE.longDuration, action);
}
