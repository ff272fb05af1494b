import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { IconButton } from 'shared/ui'
import type { SignerMark } from '../signer-marks/signer-marks.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './PageStrip.module.css'
import { StripPage } from './StripPage.tsx'
import { signersOnPages } from './signers-on-pages.ts'

/** Fewer pages are turned as fast as they are found here. */
const LEAST_PAGES = 4
/** Below it, paper of 612 px would not fit between strip and panel. */
const OPEN_FROM_PX = 1200

export interface PageStripProps extends Pick<EditorModel, 'file' | 'viewer' | 'fields' | 'forms' | 'marks'> {
  /** The first page is painted: pictures may begin. */
  readonly painted: boolean
}

export function PageStrip(props: PageStripProps) {
  const [open, setOpen] = useState(() => window.innerWidth >= OPEN_FROM_PX)
  const listId = useId()
  if (props.viewer.pageCount < LEAST_PAGES) return null
  return (
    <nav className={styles.strip} aria-label="Páginas">
      <IconButton
        label={open ? 'Ocultar las páginas' : 'Ver las páginas'}
        icon={open ? <PanelLeftClose /> : <PanelLeftOpen />}
        size="sm"
        aria-expanded={open}
        {...(open ? { 'aria-controls': listId } : {})}
        onClick={() => setOpen(!open)}
      />
      {open && <Pages {...props} id={listId} />}
    </nav>
  )
}

/** Scrolls the strip alone: scrollIntoView would also move its ancestors. */
const useFollowing = (list: RefObject<HTMLElement | null>, page: number) => {
  useEffect(() => {
    const strip = list.current
    const button = strip?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (!strip || !button) return
    const [outer, inner] = [strip.getBoundingClientRect(), button.getBoundingClientRect()]
    if (inner.top < outer.top) strip.scrollTop += inner.top - outer.top
    else if (inner.bottom > outer.bottom) strip.scrollTop += inner.bottom - outer.bottom
  }, [list, page])
}

const nobody: readonly SignerMark[] = []

function Pages({ id, file, viewer, fields, forms, marks, painted }: PageStripProps & { readonly id: string }) {
  const list = useRef<HTMLUListElement>(null)
  const { pageCount, pageNumber, goTo } = viewer
  const onPages = useMemo(() => signersOnPages(marks, fields.all, forms.all), [marks, fields.all, forms.all])
  useFollowing(list, pageNumber)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul ref={list} id={id} role="list" className={styles.pages} data-pictures>
      {Array.from({ length: pageCount }, (_, index) => (
        <StripPage
          key={index + 1}
          number={index + 1}
          current={index + 1 === pageNumber}
          signers={onPages.get(index + 1) ?? nobody}
          file={file}
          painted={painted}
          onShow={goTo}
        />
      ))}
    </ul>
  )
}
