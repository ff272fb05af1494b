import { cx, Stroke } from 'shared/ui'
import styles from './SignedSheet.module.css'

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
        <Stroke x="62" y="275" width="142" height="46" style={{ inlineSize: 142 }} variant="flourish" writing="once" />
        <path className={styles.seal} d="m226 306 7 7 13-15" />
        <circle className={styles.seal} cx="236" cy="306" r="19" />
      </g>
    </svg>
  )
}
