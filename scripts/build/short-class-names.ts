import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The console's styles, which visitors never load. */
const CONSOLE = join('web', 'console');

/**
 * Gives CSS module classes the shortest names, since each is in the styles, the HTML and the scripts. Letters are a module's index, digits
 * a class's index in the module, so both bundles agree and no two names collide.
 */
export async function shortClassNames(root: string): Promise<(name: string, file: string, css: string) => string> {
  const files = await readdir(join(root, 'src'), { recursive: true });
  const isOfConsole = (file: string) => file.startsWith(CONSOLE);
  const sorted = files.filter((file) => file.endsWith('.module.css')).toSorted();
  // Modules that visitors load get the shortest names.
  const modules = [...sorted.filter((file) => !isOfConsole(file)), ...sorted.filter(isOfConsole)];
  return (name, file, css) => {
    const module = modules.indexOf(relative(join(root, 'src'), file.replace(/\?.*$/, '')));
    if (module === -1) throw new Error(`${file} is not a CSS module below ${join(root, 'src')}`);
    const names = [...new Set([...css.matchAll(/[.@\s:,](-?[_a-z][\w-]*)/gi)].map(([, found]) => found))];
    const place = names.indexOf(name);
    if (place === -1) throw new Error(`${file} has no class or animation called ${name}`);
    return letters(module) + place;
  };
}

/** 0 is `a`, 25 is `z`, 26 is `aa`. */
function letters(n: number): string {
  return (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCodePoint(97 + (n % 26));
}
