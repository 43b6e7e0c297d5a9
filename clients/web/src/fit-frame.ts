/** Keeps the height of a frame equal to that of the board in it. Returns a function that stops this. */
export function fitFrame(frame: HTMLIFrameElement): () => void {
  const { origin } = new URL(frame.src, location.href);
  const hear = (event: MessageEvent) => {
    const { laurelsHeight } = event.data ?? {};
    if (event.source === frame.contentWindow && event.origin === origin && laurelsHeight > 0) frame.style.height = `${laurelsHeight}px`;
  };
  addEventListener('message', hear);
  // Asks a frame that has already loaded.
  frame.contentWindow?.postMessage('laurelsHeight', '*');
  return () => removeEventListener('message', hear);
}
