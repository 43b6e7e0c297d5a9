import { ENDPOINTS, type EndpointId } from '../../../contract/api.ts';
import { type AnyAsked, requestText } from '../asking/console-api.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './told.module.css';

/** A value that is a file and longer than anybody reads. */
const LONG_VALUE = /([A-Za-z0-9+/=]{120})[A-Za-z0-9+/=]{120,}/g;

/** The request that a room makes, or would make, ready to copy. A long value is shown cut, and copied whole. */
export function RequestShown({ id, asked }: { readonly id: EndpointId; readonly asked: AnyAsked }) {
  const text = requestText(id, asked, location.origin);
  return (
    <details className={styles.request}>
      <summary>Request: {ENDPOINTS[id].summary}</summary>
      <pre className={styles.code}>{text.replaceAll(LONG_VALUE, '$1…')}</pre>
      <CopyButton text={text} label="Copy the request" />
    </details>
  );
}
