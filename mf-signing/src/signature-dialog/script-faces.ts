/** Both under the SIL Open Font License. */
export const scriptFaces = [
  { id: 'dancing', family: 'Trazo Dancing Script', label: 'Caligrafía', scale: 1 },
  { id: 'sacramento', family: 'Trazo Sacramento', label: 'Trazo fino', scale: 1.15 },
] as const
export type ScriptFace = (typeof scriptFaces)[number]['id']

/** For missing glyphs, and while the font is missing. */
const FALLBACK = '"Snell Roundhand", "Segoe Script", "Apple Chancery", "URW Chancery L", cursive'

const faceOf = (id: ScriptFace) => scriptFaces.find((face) => face.id === id) ?? scriptFaces[0]

export const fontOf = (id: ScriptFace, pixels: number): string => {
  const { family, scale } = faceOf(id)
  return `${Math.round(pixels * scale)}px "${family}", ${FALLBACK}`
}

/** As in the package's `unicode.json`: the browser loads a file when a text needs it. */
const unicodeRanges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  latinExt:
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
} as const

type FontSubset = keyof typeof unicodeRanges

export const scriptFiles: readonly {
  readonly face: ScriptFace
  readonly subset: FontSubset
  readonly url: () => URL
}[] = [
  {
    face: 'dancing',
    subset: 'latin',
    url: () => new URL('@fontsource/dancing-script/files/dancing-script-latin-400-normal.woff2', import.meta.url),
  },
  {
    face: 'dancing',
    subset: 'latinExt',
    url: () => new URL('@fontsource/dancing-script/files/dancing-script-latin-ext-400-normal.woff2', import.meta.url),
  },
  {
    face: 'dancing',
    subset: 'vietnamese',
    url: () => new URL('@fontsource/dancing-script/files/dancing-script-vietnamese-400-normal.woff2', import.meta.url),
  },
  {
    face: 'sacramento',
    subset: 'latin',
    url: () => new URL('@fontsource/sacramento/files/sacramento-latin-400-normal.woff2', import.meta.url),
  },
  {
    face: 'sacramento',
    subset: 'latinExt',
    url: () => new URL('@fontsource/sacramento/files/sacramento-latin-ext-400-normal.woff2', import.meta.url),
  },
]

const addFaces = (): readonly FontFace[] =>
  scriptFiles.map(({ face, subset, url }) => {
    const font = new FontFace(faceOf(face).family, `url(${url()})`, { unicodeRange: unicodeRanges[subset] })
    document.fonts.add(font)
    return font
  })

let added: readonly FontFace[] = []

/** Loads the files that the text needs, and Latin. System fonts replace missing ones. */
export const loadScriptFaces = async (text = ''): Promise<void> => {
  try {
    if (added.length === 0) added = addFaces()
    await Promise.all(scriptFaces.map(({ id }) => document.fonts.load(fontOf(id, 16), `A${text}`)))
  } catch {
    // A face that failed never loads again.
    for (const font of added) document.fonts.delete(font)
    added = []
  }
}
