import Copy from 'lucide-react/icons/copy'
import type { RefObject } from 'react'
import { useId } from 'react'
import type { UserFile } from 'shared/contract'
import { Button } from 'shared/ui'
import { urlTexts } from '../constants.ts'
import { fullUrl, readableAddress, relativeUrl } from '../sharing/addresses.ts'
import { copyUrl } from '../sharing/copy-url.ts'
import { readOnly } from '../sharing/link-choice.ts'
import { SharingBadge } from '../sharing/SharingBadge.tsx'
import styles from './GeneratedUrl.module.css'

export interface GeneratedUrlProps {
  readonly file: UserFile
  readonly headingRef: RefObject<HTMLHeadingElement | null>
  readonly onEnd: () => void
}

export function GeneratedUrl({ file, headingRef, onEnd }: GeneratedUrlProps) {
  const id = useId()
  return (
    <section className={styles.result} aria-labelledby={id}>
      <div className={styles.top}>
        <h3 id={id} ref={headingRef} tabIndex={-1} className={styles.name}>
          {file.original_filename}
        </h3>
        <SharingBadge file={file} />
      </div>
      <p>{urlTexts.generated(file.public_link ?? readOnly)}</p>
      <dl className={styles.addresses}>
        <Address name="URL relativa" url={relativeUrl(file)} />
        <Address name="URL completa" url={fullUrl(file, window.location.origin)} />
      </dl>
      <Button variant="ghost" className={styles.end} onClick={onEnd}>
        {urlTexts.end}
      </Button>
    </section>
  )
}

function Address({ name, url }: { readonly name: string; readonly url: string }) {
  return (
    <div className={styles.address}>
      <dt>{name}</dt>
      <dd>
        <code>{readableAddress(url)}</code>
        <Button size="sm" icon={<Copy />} aria-label={`Copiar ${name}`} onClick={() => copyUrl(url)}>
          Copiar
        </Button>
      </dd>
    </div>
  )
}
