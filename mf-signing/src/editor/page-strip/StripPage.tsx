import { type KeyboardEvent, memo, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { usePagePicture } from 'shared/controls'
import { SignerBadge } from '../signer-marks/SignerBadge.tsx'
import type { SignerMark } from '../signer-marks/signer-marks.ts'
import styles from './PageStrip.module.css'
import { pageInWords, shownMarks } from './signers-on-pages.ts'

export interface StripPageProps {
  readonly number: number
  readonly current: boolean
  readonly signers: readonly SignerMark[]
  readonly file: Pick<UserFile, 'id' | 'revision'>
  /** Pictures may begin. */
  readonly painted: boolean
  readonly onShow: (page: number) => void
}

/** CSS pixels; the style sheet has the same. */
const PICTURE_WIDTH = 84

/** A document may have thousands: only those that change are rendered. */
export const StripPage = memo(function StripPage(props: StripPageProps) {
  const { number, current, signers, file, painted, onShow } = props
  const item = useRef<HTMLLIElement>(null)
  const { id, revision } = file
  const subject = painted ? ({ kind: 'document', id, revision, page: number } as const) : undefined
  const { url, discard } = usePagePicture(item, subject, PICTURE_WIDTH)
  const { shown, more } = shownMarks(signers)
  return (
    <li ref={item} className={styles.item}>
      <button
        type="button"
        className={styles.page}
        aria-label={pageInWords(number, signers)}
        aria-current={current ? 'page' : undefined}
        // One stop of the Tab key; the arrows walk on.
        tabIndex={current ? 0 : -1}
        data-page={number}
        onClick={() => onShow(number)}
        onKeyDown={walk}
      >
        {/* Blank if the page cannot be drawn: the viewer says so when it is shown. */}
        <span className={styles.paper}>{url !== undefined && <img src={url} alt="" onError={discard} />}</span>
        <span className={styles.foot}>
          <span className={styles.number}>{number}</span>
          {shown.map((mark) => (
            <SignerBadge key={mark.key} mark={mark} />
          ))}
          {more > 0 && <span className={styles.more} data-more={more} />}
        </span>
      </button>
    </li>
  )
})

const stepOf = (key: string, here: number, last: number): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return Math.min(here + 1, last)
    case 'ArrowUp':
      return Math.max(here - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

const walk = (event: KeyboardEvent<HTMLButtonElement>): void => {
  const pages = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const next = stepOf(event.key, pages.indexOf(event.currentTarget), pages.length - 1)
  if (next === undefined) return
  event.preventDefault()
  pages[next]?.focus()
}
