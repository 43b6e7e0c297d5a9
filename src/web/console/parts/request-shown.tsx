import { ENDPOINTS, type EndpointId } from '../../../contract/api.ts';
import { type AnyAsked, requestText } from '../asking/console-api.ts';
import { CopyButton } from './words/copy-button.tsx';
import { cutValues } from './words/cut-values.ts';
import styles from './console.module.css';

/** The request that a room makes, or would make, ready to copy. A long value is shown cut, and copied whole. */
export function RequestShown({ id, asked }: { readonly id: EndpointId; readonly asked: AnyAsked }) {
  const text = requestText(id, asked, location.origin);
  return (
    <details className={styles.request}>
      <summary>Request: {ENDPOINTS[id].summary}</summary>
      <pre className={styles.code}>{cutValues(text)}</pre>
      <CopyButton text={text} label="Copy the request" />
    </details>
  );
}
