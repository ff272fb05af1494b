import { isArray, isDict, isRef } from '../../syntax/objects.ts'
import { objectOf, type RevisionStep } from '../revision-step.ts'
import { type FormTree, nodesBelow } from './form-nodes.ts'

/** Levels of the field tree. */
const DEEPEST = 64

const collect = (map: Map<number | string, number[]>, key: number | string, num: number): void => {
  const known = map.get(key)
  if (known === undefined) map.set(key, [num])
  else known.push(num)
}

/** Annotations by the number of each object that /Parent leads to. */
function annotationsByParent({ after }: RevisionStep): Map<number | string, number[]> {
  const found = new Map<number | string, number[]>()
  for (const { dict } of after.pages()) {
    const list = after.objects.get(dict, 'Annots')
    for (const item of isArray(list) ? list.items.filter(isRef) : []) {
      let node = objectOf(after, item.num)
      for (let depth = 0; isDict(node) && depth < DEEPEST; depth++) {
        const parent = node.entries.get('Parent')
        if (isRef(parent)) collect(found, parent.num, item.num)
        node = after.objects.resolve(parent)
      }
    }
  }
  return found
}

function nodesByName({ nodes }: FormTree): Map<number | string, number[]> {
  const found = new Map<number | string, number[]>()
  for (const { num, name } of nodes.values()) collect(found, name, num)
  return found
}

export type WidgetsOf = (num: number) => ReadonlySet<number>

/**
 * Finds every object that a reader may take for a widget of a
 * field: its kids, annotations that name it as /Parent although
 * it does not list them, and other fields of the same name,
 * which readers join.
 */
export function findWidgets(step: RevisionStep, form: FormTree): WidgetsOf {
  let byParent: ReadonlyMap<number | string, readonly number[]> | undefined
  let byName: ReadonlyMap<number | string, readonly number[]> | undefined
  return (num) => {
    byParent ??= annotationsByParent(step)
    byName ??= nodesByName(form)
    const name = form.nodes.get(num)?.name
    const same = name === undefined || name === '' ? [num] : (byName.get(name) ?? [num])
    const fields = same.flatMap((each) => nodesBelow(form, each).map((node) => node.num))
    return new Set([...fields, ...fields.flatMap((each) => byParent?.get(each) ?? [])])
  }
}
