import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import type { ViewedDocument } from '../../viewer/engine/pdf-engine.ts'
import { SignerBadge } from '../signer-marks/SignerBadge.tsx'
import type { SignerMark } from '../signer-marks/signer-marks.ts'
import { drawStripPicture } from './draw-strip-picture.ts'
import styles from './PageStrip.module.css'
import { pageInWords, shownMarks } from './signers-on-pages.ts'

export interface StripPageProps {
  readonly number: number
  readonly current: boolean
  readonly signers: readonly SignerMark[]
  readonly document: ViewedDocument | undefined
  readonly shown: Readonly<RefObject<number>>
  readonly onShow: (page: number) => void
}

/** Pictures are begun this far above and below the strip. */
const STRIP_MARGIN = '160px 0px'

/** Whether the element can be seen in its scroll area, or soon. False without IntersectionObserver. */
const useInView = (ref: RefObject<Element | null>): boolean => {
  const [inView, setInView] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      root: element.closest('[data-strip]'),
      rootMargin: STRIP_MARGIN,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return inView
}

/** A document may have thousands: only those that change are rendered. */
export const StripPage = memo(function StripPage({ number, current, signers, onShow, ...drawn }: StripPageProps) {
  const item = useRef<HTMLLIElement>(null)
  const inView = useInView(item)
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
        <Picture {...drawn} {...{ number, inView }} />
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

interface PictureProps extends Pick<StripPageProps, 'number' | 'document' | 'shown'> {
  readonly inView: boolean
}

function Picture({ number, document, shown, inView }: PictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!place.current || !document || !inView) return
    return drawStripPicture(place.current, { document, number, shown })
  }, [document, number, inView, shown])
  return <span ref={place} className={styles.paper} aria-hidden="true" />
}

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
