import type { Appearance } from '../../../contract/operation/appearance.ts';
import { PRODUCT, type SiteIdentity } from '../../../contract/site-identity.ts';
import { textOf } from '../parts/fields.tsx';

/** The appearance that a form says; of what it does not ask for, what was kept stays. */
export function typedAppearance(form: FormData, kept: Appearance): Appearance {
  const { name: _name, sentence: _sentence, link: _link, logo: _logo, colour: _colour, points: _points, ...others } = kept;
  const said = Object.fromEntries(
    (['name', 'sentence', 'link', 'logo', 'colour'] as const).flatMap((field) => {
      const text = textOf(form, field);
      return text === '' ? [] : [[field, text]];
    }),
  );
  const [one, other, short] = [textOf(form, 'points.one'), textOf(form, 'points.other'), textOf(form, 'points.short')];
  const hasWords = one !== '' || other !== '' || short !== '';
  return {
    ...others,
    ...said,
    ...(hasWords && { points: { one, other, ...(short !== '' && { short }) } }),
    poweredBy: form.has('poweredBy'),
  };
}

/** Whose game the pages would be of. The logo is shown apart: it is no file of the site yet. */
export function identityOf({ name = PRODUCT, sentence = '', link = '', points, poweredBy }: Appearance): SiteIdentity {
  const hasWords = points !== undefined && points.one !== '' && points.other !== '';
  return { name, sentence, link, logo: null, ...(hasWords && { points }), isPoweredBy: poweredBy && name !== PRODUCT };
}
