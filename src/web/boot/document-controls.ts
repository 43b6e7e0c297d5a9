// Inlined in a document of the site: makes the controls of its frame work, because React does not hydrate documents.
import { chooseTheme, storedTheme, type Theme } from '../site/theme/theme.ts';

for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
  radio.checked = radio.value === storedTheme();
  radio.addEventListener('change', () => chooseTheme(radio.value as Theme));
}
for (const button of document.querySelectorAll<HTMLButtonElement>('button[name="period"]'))
  button.addEventListener('click', () => location.assign(`/?period=${button.value}`));
document.documentElement.dataset['ready'] = '';
