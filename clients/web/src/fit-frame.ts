/** Keeps a frame that shows a board as high as the board. Returns a function that ends this. */
export function fitFrame(frame: HTMLIFrameElement): () => void {
  const { origin } = new URL(frame.src, location.href);
  const hear = (event: MessageEvent) => {
    const { laurelsHeight } = event.data ?? {};
    if (event.source === frame.contentWindow && event.origin === origin && laurelsHeight > 0) frame.style.height = `${laurelsHeight}px`;
  };
  addEventListener('message', hear);
  // Of one that was loaded before.
  frame.contentWindow?.postMessage('laurelsHeight', '*');
  return () => removeEventListener('message', hear);
}
