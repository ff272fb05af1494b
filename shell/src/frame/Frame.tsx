import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { isSigningPath } from 'shared/contract'
import { useLocation } from 'shared/router'
import { Toaster, useTheme } from 'shared/state'
import { cx } from 'shared/ui'
import { CONTENT_ID, usePageChange } from '../page/page-change.ts'
import { useBackButtonRule } from '../session/use-back-button-rule.ts'
import styles from './Frame.module.css'
import { Header } from './Header.tsx'

const useThemeColor = (): void => {
  const theme = useTheme()
  // The paper colour depends on the theme.
  useEffect(() => {
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--color-paper').trim()
    if (paper) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
  }, [theme])
}

/** First tab stop; leaves no fragment in the URL. */
function SkipLink() {
  return (
    <a
      className={styles.skip}
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(CONTENT_ID)?.focus()
      }}
    >
      Saltar al contenido
    </a>
  )
}

export function Frame({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation()
  usePageChange()
  useBackButtonRule()
  useThemeColor()
  return (
    <div className={cx(styles.frame, isSigningPath(pathname) && styles.signing)}>
      <SkipLink />
      <Header />
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Toaster />
    </div>
  )
}
