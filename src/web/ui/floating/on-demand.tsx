import { createElement, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';

import { fetchedCode } from './fetched-code.ts';

/** A part of a page whose code most visits never need. */
export interface OnDemand<Props> extends FunctionComponent<Props> {
  /** Fetches it ahead, for whoever renders HTML with it and for whoever hydrates that. Resolves with whether it is there. */
  readonly load: () => Promise<boolean>;
  readonly isLoaded: () => boolean;
}

type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never;

/**
 * The component that a module exports by a name. Its module is fetched when it is first rendered, with something else in its
 * place meanwhile. A page goes without one that cannot be had.
 */
export function onDemand<Module, Name extends keyof Module, Props extends object = PropsOf<Module[Name]>>(
  fetchModule: () => Promise<Module>,
  name: Module[Name] extends ComponentType<Props> ? Name : never,
  meanwhile: ReactNode = null,
): OnDemand<Props> {
  let component: ComponentType<Props> | undefined;
  const isLoaded = () => component !== undefined;
  const load = async () => {
    try {
      component ??= (await fetchedCode(fetchModule))[name] as ComponentType<Props>;
    } catch {
      // It is tried again when it is next shown.
    }
    return isLoaded();
  };
  function Part(props: Props) {
    const [, setThere] = useState(isLoaded);
    useEffect(() => {
      if (component === undefined) void load().then(() => setThere(true));
    }, []);
    return component === undefined ? meanwhile : createElement(component, props);
  }
  return Object.assign(Part, { load, isLoaded });
}
