import { isTest, type Source } from './sources.ts'

/** Top-level, in Biome's format. */
const FUNCTION = /^(?:export )?(?:(?:async )?function\*? ?(\w+)|const (\w+) =)([^\n]*(?:\n(?:[ \t)\]}][^\n]*)?)*)/gm

/** Characters without spaces. */
const SHORTEST = 90

/** Old migrations never change; `pdf` imports no package; hosts repeat the shell's scope. */
const standsAlone = (file: string): boolean =>
  file.includes('/migrations/') || file.startsWith('pdf/') || file === 'shell/src/shared-scope.ts'

const functionsIn = ({ file, text }: Source): { name: string; body: string; file: string }[] =>
  [...text.matchAll(FUNCTION)]
    .map(([, declared, assigned, body = '']) => ({
      name: declared ?? assigned ?? '',
      body: body.replaceAll(/\s+/g, ''),
      file,
    }))
    .filter(({ body }) => body.length >= SHORTEST && /=>|^\(/.test(body))

/** @returns the places of each function, whatever its names */
export const findRepeats = (sources: readonly Source[]): string[] => {
  const byBody = new Map<string, string[]>()
  for (const { name, body, file } of sources
    .filter(({ file }) => /\.tsx?$/.test(file) && !isTest(file) && !standsAlone(file))
    .flatMap(functionsIn))
    byBody.set(body, [...(byBody.get(body) ?? []), `${file} ${name}`])
  return [...byBody.values()].filter((places) => places.length > 1).map((places) => places.join(' = '))
}
