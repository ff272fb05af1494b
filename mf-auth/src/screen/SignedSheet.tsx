import { cx } from 'shared/ui'
import styles from './SignedSheet.module.css'

/** Decoration: a sheet of paper whose signature writes itself once. */
export function SignedSheet({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={cx(styles.picture, className)} viewBox="0 0 320 400" aria-hidden="true">
      <g className={styles.back} transform="rotate(-5 160 200)">
        <rect x="40" y="36" width="240" height="320" rx="4" />
      </g>
      <g transform="rotate(2.5 160 200)">
        <rect className={styles.paper} x="40" y="36" width="240" height="320" rx="4" />
        <path className={styles.title} d="M68 80h92" />
        <path
          className={styles.text}
          d="M68 112h184M68 130h176M68 148h184M68 166h120M68 200h184M68 218h164M68 236h60"
        />
        <path className={styles.line} d="M68 316h120" />
        <path
          className={styles.ink}
          pathLength={1}
          d="M74 308c14-30 32-46 38-38s-12 36-4 36 18-30 26-28-8 24 2 24 14-16 20-16-4 14 4 14 22-18 52-22"
        />
        <path className={styles.seal} d="m226 306 7 7 13-15" />
        <circle className={styles.seal} cx="236" cy="306" r="19" />
      </g>
    </svg>
  )
}
