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

const files: Readonly<Record<ScriptFace, () => URL>> = {
  dancing: () => new URL('@fontsource/dancing-script/files/dancing-script-latin-400-normal.woff2', import.meta.url),
  sacramento: () => new URL('@fontsource/sacramento/files/sacramento-latin-400-normal.woff2', import.meta.url),
}

let loading: Promise<void> | undefined

/** Loads once. System fonts replace missing ones. */
export const loadScriptFaces = (): Promise<void> => {
  loading ??= Promise.all(
    scriptFaces.map(async ({ id, family }) => {
      const face = await new FontFace(family, `url(${files[id]()})`).load()
      document.fonts.add(face)
    }),
  ).then(
    () => undefined,
    () => {
      loading = undefined
    },
  )
  return loading
}
