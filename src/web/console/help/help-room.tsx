import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect } from 'react';
import { useLocation } from 'react-router';

import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import look from '../parts/console.module.css';
import { LOADING } from '../parts/parts-words.ts';
import { RoomPage } from '../parts/room-page.tsx';
import { chapterAddress } from './chapter-address.ts';
import { docText } from './docs.ts';
import { DOC_TITLES, HELP } from './help-words.ts';
import styles from './help.module.css';
import { type Block, blocksOf, inlinesOf } from './markdown.ts';

/** The documentation, one document at a time. */
export function Component() {
  const doc = useAddress().said('doc') || 'console';
  const { hash } = useLocation();
  const {
    data: text,
    isPending,
    isError,
  } = useQuery({ queryKey: ['docs', doc], queryFn: async () => (await docText(doc)) ?? null, staleTime: Infinity });
  useEffect(() => {
    const chapter = typeof text === 'string' && hash !== '' ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    chapter?.scrollIntoView();
    chapter?.focus({ preventScroll: true });
  }, [text, hash]);
  return (
    <RoomPage title={HELP.title} lead={HELP.lead}>
      <nav aria-label={HELP.documents} className={look.row}>
        {Object.entries(DOC_TITLES).map(([name, title]) => (
          <Link key={name} to={chapterAddress(name)} aria-current={name === doc ? 'page' : undefined} className={control.link}>
            {title}
          </Link>
        ))}
      </nav>
      {isPending ? <p>{LOADING}</p> : null}
      {isError ? <p role="alert">{HELP.failed}</p> : null}
      {text === null ? <p>{HELP.missing(doc)}</p> : null}
      {typeof text === 'string' ? (
        <article className={`${look.stack} ${styles.document}`}>
          {blocksOf(text).map((block, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a document does not change while it is read
            <BlockShown key={i} block={block} doc={doc} />
          ))}
        </article>
      ) : null}
    </RoomPage>
  );
}

function BlockShown({ block, doc }: { readonly block: Block; readonly doc: string }) {
  switch (block.is) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h2' : block.level === 2 ? 'h3' : 'h4';
      return (
        <Heading id={block.anchor} tabIndex={-1} className={`${look.partTitle} ${block.level < 3 ? styles.chapter : ''}`}>
          {block.text}
        </Heading>
      );
    }
    case 'code':
      return <pre className={look.code}>{block.text}</pre>;
    case 'paragraph':
      return (
        <p className={look.told}>
          <Words of={block.text} doc={doc} />
        </p>
      );
    case 'list': {
      const Shown = block.isOrdered ? 'ol' : 'ul';
      return (
        <Shown className={`${look.told} ${styles.list}`}>
          {block.items.map((item) => (
            <li key={item}>
              <Words of={item} doc={doc} />
            </li>
          ))}
        </Shown>
      );
    }
    case 'table': {
      const [heads = [], ...rows] = block.rows;
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        <div role="region" aria-label={heads.join(', ') || HELP.title} tabIndex={0} className={styles.scrolls}>
          <table className={styles.table}>
            <thead>
              <tr>
                {heads.map((cell) => (
                  <th key={cell} scope="col">
                    <Words of={cell} doc={doc} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells) => (
                <tr key={cells.join('|')}>
                  {cells.map((cell, i) => (
                    // oxlint-disable-next-line react/no-array-index-key -- columns
                    <td key={i}>
                      <Words of={cell} doc={doc} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
  }
}

function Words({ of, doc }: { readonly of: string; readonly doc: string }) {
  return inlinesOf(of).map((part, i) => {
    // oxlint-disable-next-line react/no-array-index-key -- words do not change
    const key = i;
    switch (part.is) {
      case 'code':
        return <code key={key}>{part.text}</code>;
      case 'strong':
        return <strong key={key}>{part.text}</strong>;
      case 'emphasis':
        return <em key={key}>{part.text}</em>;
      case 'link':
        return <DocLink key={key} to={part.to} text={part.text} doc={doc} />;
      case 'text':
        return <Fragment key={key}>{part.text}</Fragment>;
    }
  });
}

/** A link to another chapter or another site; plain text if it leads to a file that is not served. */
function DocLink({ to, text, doc }: { readonly to: string; readonly text: string; readonly doc: string }) {
  const [, name, anchor = ''] = /^([\w-]+)?(?:\.md)?(#[\w-]+)?$/.exec(to) ?? [];
  const shown = text.replaceAll('`', '');
  if (/^https?:/.test(to)) return <a href={to}>{shown}</a>;
  return name === undefined && anchor === '' ? shown : <Link to={chapterAddress(`${name ?? doc}${anchor}`)}>{shown}</Link>;
}
