import ImagePlus from 'lucide-react/icons/image-plus'
import type { ReactNode } from 'react'
import { Button } from 'shared/ui'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import type { AnnotationMode } from '../modes.ts'
import {
  DRAWING_OPACITY,
  DRAWING_THICKNESS,
  HIGHLIGHT_THICKNESS,
  highlightColors,
  inkColors,
  TEXT_SIZE,
} from '../parameters.ts'
import type { EditorState } from '../state.ts'
import { annotationTexts as texts } from '../texts.ts'
import { ColorChoice } from './ColorChoice.tsx'
import styles from './ModeParameters.module.css'
import { RangeChoice } from './RangeChoice.tsx'

export interface ModeParametersProps {
  readonly component: AnnotationComponent
  readonly state: EditorState
  readonly slots: Partial<Record<AnnotationMode, ReactNode>>
}

const percent = new Intl.NumberFormat('es-CR', { style: 'percent' })

export function ModeParameters(props: ModeParametersProps) {
  const { mode } = props.state
  const Choice = choices[mode]
  return (
    <>
      {Choice && <Choice {...props} />}
      {props.slots[mode]}
      <p className={styles.hint}>{texts.hints[mode]}</p>
    </>
  )
}

function HighlightChoice({ component, state: { parameters } }: ModeParametersProps) {
  const { highlightColor, highlightThickness, highlightFree, highlightsShown } = parameters
  return (
    <>
      <ColorChoice
        colors={highlightColors}
        value={highlightColor}
        onChange={(color) => component.setParameter('highlightColor', color)}
      />
      <RangeChoice
        label={texts.thickness}
        range={HIGHLIGHT_THICKNESS}
        value={highlightThickness}
        text={texts.points(highlightThickness)}
        disabled={!highlightFree}
        onChange={(value) => component.setParameter('highlightThickness', value)}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={highlightsShown}
          onChange={({ target }) => component.setParameter('highlightsShown', target.checked)}
        />
        {texts.highlightsShown}
      </label>
    </>
  )
}

function TextChoice({ component, state: { parameters } }: ModeParametersProps) {
  const { textColor, textSize } = parameters
  return (
    <>
      <ColorChoice
        any
        colors={inkColors}
        value={textColor}
        onChange={(color) => component.setParameter('textColor', color)}
      />
      <RangeChoice
        label={texts.size}
        range={TEXT_SIZE}
        value={textSize}
        text={texts.points(textSize)}
        onChange={(value) => component.setParameter('textSize', value)}
      />
    </>
  )
}

function DrawingChoice({ component, state: { parameters } }: ModeParametersProps) {
  const { drawingColor, drawingThickness, drawingOpacity } = parameters
  return (
    <>
      <ColorChoice
        any
        colors={inkColors}
        value={drawingColor}
        onChange={(color) => component.setParameter('drawingColor', color)}
      />
      <RangeChoice
        label={texts.thickness}
        range={DRAWING_THICKNESS}
        value={drawingThickness}
        text={texts.points(drawingThickness)}
        onChange={(value) => component.setParameter('drawingThickness', value)}
      />
      <RangeChoice
        label={texts.opacity}
        range={DRAWING_OPACITY}
        value={drawingOpacity}
        text={percent.format(drawingOpacity)}
        onChange={(value) => component.setParameter('drawingOpacity', value)}
      />
    </>
  )
}

function ImageChoice({ component }: ModeParametersProps) {
  return (
    <Button size="sm" icon={<ImagePlus />} onClick={component.addImage}>
      {texts.addImage}
    </Button>
  )
}

const choices: Partial<Record<AnnotationMode, (props: ModeParametersProps) => ReactNode>> = {
  highlight: HighlightChoice,
  text: TextChoice,
  drawing: DrawingChoice,
  image: ImageChoice,
}
