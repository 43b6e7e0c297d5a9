import type { Licences, PrivacySection, SiteDocument } from '../../../contract/site-documents.ts';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageHead } from '../../site/page.ts';
import { DOCUMENT_WORDS } from './document-words.ts';

/** The title and description of a document. */
export function headOf({ kind }: SiteDocument): PageHead {
  const { title, lead } = DOCUMENT_WORDS[kind];
  return { title, description: lead };
}

/** A document about the site. Only the server renders it: no script of the site includes it. */
export function DocumentPage({ document }: { readonly document: SiteDocument }) {
  const { title, lead } = DOCUMENT_WORDS[document.kind];
  return (
    <PageLayout heading={title} lead={lead}>
      <div className="document">
        {document.kind === 'privacy' ? <Privacy sections={document.sections} /> : <LicenceTexts licences={document.licences} />}
      </div>
    </PageLayout>
  );
}

function Privacy({ sections }: { readonly sections: readonly PrivacySection[] }) {
  return sections.map(({ heading, sentences }) => (
    <section key={heading}>
      <h2>{heading}</h2>
      <ul>
        {sentences.map(({ id, text, link }) => (
          <li key={id} id={id}>
            {text}
            {link === undefined ? null : (
              <>
                {' '}
                <a href={link.href} className="anywhere">
                  {link.text}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

function LicenceTexts({ licences: { packages, texts } }: { readonly licences: Licences }) {
  return (
    <ul>
      {texts.map((text, i) => (
        <li key={text}>
          {packages.flatMap(({ name, version, licence, author, homepage, text: of }) =>
            of !== i ? (
              []
            ) : (
              <p key={`${name} ${version}`} className="anywhere">
                {homepage === '' ? <strong>{name}</strong> : <a href={homepage}>{name}</a>} {version} · {licence}
                {author === '' ? '' : ` · ${author}`}
              </p>
            ),
          )}
          <details>
            <summary>{DOCUMENT_WORDS.text}</summary>
            <pre className="small">{text}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}
