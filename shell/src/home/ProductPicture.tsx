import { useTheme } from 'shared/state'
import styles from './ProductPicture.module.css'

/*
 * Made by e2e/journeys/pictures.spec.ts.
 * webpack needs literal URLs.
 */
const pictures = {
  light: {
    editor: new URL('./pictures/editor-light.webp', import.meta.url).href,
    phone: new URL('./pictures/phone-light.webp', import.meta.url).href,
  },
  dark: {
    editor: new URL('./pictures/editor-dark.webp', import.meta.url).href,
    phone: new URL('./pictures/phone-dark.webp', import.meta.url).href,
  },
}

/** Pixels; reserves space before loading. */
const EDITOR = { width: 1250, height: 875 }
const PHONE = { width: 624, height: 1248 }

/** Narrow screens show only the phone. */
const NARROW = '(width < 640px)'

export function ProductPicture() {
  const { editor, phone } = pictures[useTheme()]
  return (
    <div className={styles.scene}>
      <picture className={styles.main}>
        <source media={NARROW} srcSet={phone} {...PHONE} />
        <img
          src={editor}
          {...EDITOR}
          fetchPriority="high"
          alt="Un acuerdo en Trazo: la firma de Elena Rojas Mora ya está en el documento; la de Luis Vargas Solís se dibuja en el teléfono."
        />
      </picture>
      {/* Hidden on narrow screens, where lazy images never load. */}
      <img className={styles.phone} src={phone} {...PHONE} loading="lazy" alt="" />
    </div>
  )
}
