import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import type { CSSProperties } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from 'shared/ui'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import styles from './CommentsPanel.module.css'
import type { OpenComment } from './comments.ts'
import { commentTexts as texts } from './texts.ts'

const COMMENT_POPUP = { width: 180, height: 100 } as const

export interface CommentPopupProps {
  readonly component: AnnotationComponent
  readonly comment: OpenComment
  readonly onClose: () => void
  readonly onDelete: () => void
}

interface Position {
  readonly left: number
  readonly top: number
}

const positionOf = ({ editor }: OpenComment, area: HTMLElement): Position | undefined => {
  const [x, y] = editor.commentPopupPosition ?? [0, 0]
  const page = editor.parentBoundingClientRect
  const stage = area.getBoundingClientRect()
  const left = page.x + x * page.width - stage.x
  const top = page.y + y * page.height - stage.y
  return {
    left: Math.max(0, Math.min(left, stage.width - COMMENT_POPUP.width)),
    top: Math.max(0, Math.min(top, stage.height - COMMENT_POPUP.height)),
  }
}

export function CommentPopup({ component, comment, onClose, onDelete }: CommentPopupProps) {
  const { area } = component
  const [position, setPosition] = useState<Position>()
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const lay = () => setPosition(positionOf(comment, area))
    lay()
    area.addEventListener('scroll', lay, { passive: true })
    return () => area.removeEventListener('scroll', lay)
  }, [comment, area])
  const { editor, pinned, editable, color } = comment
  const style: CSSProperties & Record<'--comment-color', string> = {
    '--comment-color': color ?? 'var(--color-surface)',
    inlineSize: COMMENT_POPUP.width,
    blockSize: COMMENT_POPUP.height,
    insetInlineStart: position?.left,
    insetBlockStart: position?.top,
  }
  return (
    <section
      ref={place}
      id="commentPopup"
      className={styles.popup}
      style={style}
      aria-label={texts.popup}
      data-pinned={pinned}
      data-plain={color === null}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long comments scroll by keyboard. */}
      <p className={styles.text} tabIndex={0}>
        {editor.getData().contentsObj.str}
      </p>
      {pinned && (
        <div className={styles.actions}>
          {editable && (
            <>
              <IconButton size="sm" label={texts.edit} icon={<Pencil />} onClick={() => editor.editComment()} />
              <IconButton size="sm" label={texts.remove} icon={<Trash2 />} onClick={onDelete} />
            </>
          )}
          <IconButton size="sm" label={texts.close} icon={<X />} onClick={onClose} />
        </div>
      )}
    </section>
  )
}
