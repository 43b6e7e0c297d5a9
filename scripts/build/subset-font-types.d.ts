declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2' | 'truetype';
    /** The range each axis is limited to, or its one value. */
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  }

  /** Reduces a font to the characters of `text`. */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
