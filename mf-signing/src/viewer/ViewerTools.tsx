import type { RefObject } from 'react'
import type { ModeRules } from './mode.ts'
import { useFolding } from './moving/use-folding.ts'
import { useGestures } from './moving/use-gestures.ts'
import { useKeys } from './moving/use-keys.ts'
import { ViewerToolbar, type ViewerToolbarProps } from './ViewerToolbar.tsx'

export interface ViewerToolsProps extends ViewerToolbarProps {
  readonly place: RefObject<HTMLElement | null>
  readonly stage: RefObject<HTMLElement | null>
  readonly rules: ModeRules
  readonly folds: boolean
  readonly onFindKey: () => void
}

export default function ViewerTools({ place, stage, rules, folds, onFindKey, ...toolbar }: ViewerToolsProps) {
  const { view } = toolbar.viewer
  useGestures(stage, view, { drag: rules.drag })
  useKeys(place, { enabled: rules.keys, dispatch: view.dispatch, onFind: onFindKey })
  useFolding(stage, folds && !toolbar.finding && view.view.opening.flows)
  return <ViewerToolbar {...toolbar} />
}
