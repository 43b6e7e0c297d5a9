import { useState } from 'react';

import type { ENDPOINTS } from '../../../contract/api.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { includesRole } from '../../../contract/role.ts';
import control from '../../ui/control.module.css';
import { type AnyAsked, requestText } from '../asking/console-api.ts';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { TextField } from '../parts/form/fields.tsx';
import styles from './keys.module.css';

type Made = Answer<typeof ENDPOINTS.addKey>;

/** A key that is shown only once, with requests to try it. */
export function MadeKey({ made, onDone }: { readonly made: Made; readonly onDone: () => void }) {
  const { key, name, role, bounds } = made;
  const [board] = bounds.boards ?? [];
  const [event] = useState(exampleEvent);
  const posting: AnyAsked = { ...(board !== undefined && { query: { board } }), body: event };
  return (
    <div className={styles.made}>
      <p>
        <strong>This is the key {name}. It is shown only now:</strong> copy it to where your program keeps its secrets. If it is lost,
        revoke it and make another.
      </p>
      <TextField name="key" label="Key" value={key} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div>
        <CopyButton text={key} label="Copy the key" />
      </div>
      <Try title="Try it: this changes nothing" text={withKey(requestText('boards', {}, location.origin), key)} />
      {includesRole(role, 'write') ? (
        <Try title="Post points: this counts" text={withKey(requestText('submitPoints', posting, location.origin), key)} />
      ) : null}
      <div>
        <button type="button" className={control.primary} onClick={onDone}>
          I have copied it
        </button>
      </div>
    </div>
  );
}

/** An event under an id of its own: one that was sent before counts no second time. */
function exampleEvent() {
  return { id: `try-${Date.now()}`, username: 'ada', points: 1 };
}

function withKey(text: string, key: string): string {
  return text.replace('YOUR-KEY', key);
}

function Try({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section aria-label={title} className={styles.made}>
      <h3>{title}</h3>
      <pre className={styles.code}>{text}</pre>
      <div>
        <CopyButton text={text} label="Copy the request" />
      </div>
    </section>
  );
}
