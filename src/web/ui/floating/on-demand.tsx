import {
  createElement,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';

import { fetchedCode } from './fetched-code.ts';

/** A component whose code most visits never need. */
export interface OnDemand<Props> extends FunctionComponent<Props> {
  /** Preloads the code, to render or hydrate HTML with it. Resolves to whether it is loaded. */
  readonly load: () => Promise<boolean>;
  readonly isLoaded: () => boolean;
}

type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never;

/**
 * A component whose module is loaded on first render. Shows `meanwhile` while it loads, and `failed` if that failed. Loading is retried
 * when it is mounted again.
 */
export function onDemand<Module, Name extends keyof Module, Props extends object = PropsOf<Module[Name]>>(
  fetchModule: () => Promise<Module>,
  name: Module[Name] extends ComponentType<Props> ? Name : never,
  meanwhile: ReactNode = null,
  failed: ReactNode = meanwhile,
): OnDemand<Props> {
  const part = fetchedPart<Module, Props>(fetchModule, name);
  function Part(props: Props) {
    const [isThere, setThere] = useState<boolean>();
    useEffect(() => {
      if (!part.isLoaded()) void part.load().then(setThere);
    }, []);
    return part.rendered(props) ?? (isThere === false ? failed : meanwhile);
  }
  return Object.assign(Part, { load: part.load, isLoaded: part.isLoaded });
}

const RETRY_MS = 4_000;
/** Each further try keeps the visitor longer on the page they want to leave, because navigation waits for hydration. */
const TRIES_WAITED_FOR = 3;

/**
 * The same for a part that is not urgent: HTML from a server stays as it is until the code is loaded, once `when` calls back. Without HTML,
 * or after several failures, it appears when loaded.
 */
export function hydratedLater<Module, Name extends keyof Module, Props extends object = PropsOf<Module[Name]>>(
  fetchModule: () => Promise<Module>,
  name: Module[Name] extends ComponentType<Props> ? Name : never,
  when: (idle: () => void) => void,
): OnDemand<Props> {
  const part = fetchedPart<Module, Props>(fetchModule, name);
  let coming: Promise<boolean> | undefined;
  const fetched = async () => {
    await new Promise<void>(when);
    for (let tries = 1; tries < TRIES_WAITED_FOR && !(await part.load()); tries += 1) await later();
    return part.load();
  };
  function Late({ props, onThere }: { readonly props: Props; readonly onThere: () => void }) {
    // Once suspended, the promise is read in every render: a retried render must not differ.
    if (coming !== undefined || !part.isLoaded()) use((coming ??= fetched()));
    const isThere = part.isLoaded();
    const [, setThere] = useState(false);
    useEffect(() => {
      if (isThere) return;
      const timer = setInterval(() => void part.load().then(setThere), RETRY_MS);
      return () => clearInterval(timer);
    }, [isThere]);
    useEffect(onThere, [onThere]);
    return part.rendered(props) ?? null;
  }
  function Part(props: Props) {
    const [first] = useState(props);
    const [isTakenOver, setTakenOver] = useState(part.isLoaded);
    const onThere = useCallback(() => setTakenOver(true), []);
    const shown = isTakenOver ? props : first;
    // Pending HTML is hydrated with its original props, and dropped if anything else is rendered in its place meanwhile.
    return useMemo(
      () => (
        <Suspense fallback={null}>
          <Late props={shown} onThere={onThere} />
        </Suspense>
      ),
      [shown, onThere],
    );
  }
  return Object.assign(Part, { load: part.load, isLoaded: part.isLoaded });
}

const later = () => new Promise<void>((resume) => setTimeout(resume, RETRY_MS));

function fetchedPart<Module, Props extends object>(fetchModule: () => Promise<Module>, name: keyof Module) {
  let component: ComponentType<Props> | undefined;
  const isLoaded = () => component !== undefined;
  return {
    isLoaded,
    load: async () => {
      try {
        component ??= (await fetchedCode(fetchModule))[name] as ComponentType<Props>;
      } catch {
        // Retried when it is mounted again.
      }
      return isLoaded();
    },
    rendered: (props: Props) => (component === undefined ? undefined : createElement(component, props)),
  };
}
