import { createElement, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';

/** A part of a page whose code most visits never need. */
export interface OnDemand<Props> extends FunctionComponent<Props> {
  /** Fetches it ahead, for whoever renders HTML with it and for whoever hydrates that. Resolves with whether it is there. */
  readonly load: () => Promise<boolean>;
}

/** Fetches a part when it is first rendered, with something else in its place meanwhile. A page goes without one that cannot be had. */
export function onDemand<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): OnDemand<Props> {
  let part: ComponentType<Props> | undefined;
  const load = async () => {
    try {
      part ??= await fetchPart();
    } catch {
      // It is tried again when it is next shown.
    }
    return part !== undefined;
  };
  function Part(props: Props) {
    const [, setThere] = useState(part !== undefined);
    useEffect(() => {
      if (part === undefined) void load().then(() => setThere(true));
    }, []);
    return part === undefined ? meanwhile : createElement(part, props);
  }
  return Object.assign(Part, { load });
}
