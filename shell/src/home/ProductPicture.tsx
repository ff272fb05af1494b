import { useTheme } from 'shared/state'
import styles from './ProductPicture.module.css'

/*
 * Pictures of the product as it is: e2e/journeys/pictures.spec.ts makes them. The addresses stand here in full, one by
 * one, because webpack reads them from the source.
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

/** Pixels of the files; the browser keeps their place from the first layout on. */
const EDITOR = { width: 1250, height: 875 }
const PHONE = { width: 624, height: 1248 }

/** Below this width the phone stands alone: an editor of a few centimetres shows nothing. */
const NARROW = '(width < 640px)'

/** Both sides of a signature: the owner's editor, and the phone of whoever was invited. */
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
      {/* Hidden on a narrow screen, where a lazy picture is never fetched. */}
      <img className={styles.phone} src={phone} {...PHONE} loading="lazy" alt="" />
    </div>
  )
}
