import type { CSSProperties } from 'react'
import { formatShortDateTime } from '../../format.ts'
import { commentDate } from '../adapter/comment-date.ts'
import type { CommentedAnnotation } from '../adapter/pdfjs-internals.ts'
import styles from './CommentsPanel.module.css'
import { commentColor } from './comment-color.ts'
import { commentTexts as texts } from './texts.ts'

export interface CommentListProps {
  readonly comments: readonly CommentedAnnotation[]
  readonly selected: string | undefined
  readonly onSelect: (comment: CommentedAnnotation) => void
}

export function CommentList({ comments, selected, onSelect }: CommentListProps) {
  return (
    <aside className={styles.sidebar} aria-label={texts.sidebar}>
      <details open>
        <summary className={styles.summary}>{`${texts.sidebar} · ${texts.count(comments.length)}`}</summary>
        {comments.length === 0 ? (
          <p className={styles.empty}>{texts.empty}</p>
        ) : (
          <ol className={styles.list}>
            {comments.map((comment) => (
              <li key={comment.id}>
                <Item comment={comment} selected={comment.id === selected} onSelect={() => onSelect(comment)} />
              </li>
            ))}
          </ol>
        )}
      </details>
    </aside>
  )
}

interface ItemProps {
  readonly comment: CommentedAnnotation
  readonly selected: boolean
  readonly onSelect: () => void
}

function Item({ comment, selected, onSelect }: ItemProps) {
  const date = commentDate(comment)
  const color = commentColor(comment.color ?? null, comment.opacity ?? 1) ?? 'var(--color-line)'
  const style: CSSProperties & Record<'--comment-color', string> = { '--comment-color': color }
  return (
    <button type="button" className={styles.item} style={style} aria-current={selected || undefined} onClick={onSelect}>
      <span className={styles.words}>{comment.contentsObj.str}</span>
      <span className={styles.facts}>
        {texts.page(comment.pageIndex + 1)}
        {date && (
          <>
            {' · '}
            <time dateTime={date.toISOString()}>{formatShortDateTime(date.toISOString())}</time>
          </>
        )}
      </span>
    </button>
  )
}
