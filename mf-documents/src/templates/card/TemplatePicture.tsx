import { useEffect, useRef, useState } from 'react'
import { PDF_MIME_TYPE } from 'shared/contract'
import { type TemplateSummary, templatesApi } from 'shared/http/deferred'
import { RemoteMount } from 'shared/remote'
import { PaperSheet } from '../../thumbnails/PaperSheet.tsx'
import styles from '../../thumbnails/Thumbnail.module.css'
import { pictureWidth } from '../../thumbnails/thumbnail-key.ts'
import { useIdleInView } from '../../thumbnails/use-idle-in-view.ts'

const pictures = new Map<string, string>()

const useFile = ({ id, name }: TemplateSummary, wanted: boolean): File | undefined => {
  const [file, setFile] = useState<File>()
  useEffect(() => {
    if (!wanted) return
    const controller = new AbortController()
    templatesApi.file(id, controller.signal).then(
      (blob) => setFile(new File([blob], `${name}.pdf`, { type: PDF_MIME_TYPE })),
      () => undefined,
    )
    return () => controller.abort()
  }, [id, name, wanted])
  return file
}

export function TemplatePicture({ template }: { readonly template: TemplateSummary }) {
  const { sha256, pages, roles } = template
  const place = useRef<HTMLDivElement>(null)
  const [url, setUrl] = useState(pictures.get(sha256))
  const [given, setGiven] = useState(false)
  const near = useIdleInView(place, url === undefined && !given)
  const file = useFile(template, near)
  const keep = (picture: Blob) => {
    const made = pictures.get(sha256) ?? URL.createObjectURL(picture)
    pictures.set(sha256, made)
    setUrl(made)
  }
  const giveUp = () => setGiven(true)
  return (
    <div ref={place}>
      {url === undefined ? (
        <div className={styles.sheet}>
          <PaperSheet pages={pages} fieldsTotal={roles.length} fieldsSigned={0} />
        </div>
      ) : (
        <img className={styles.picture} src={url} alt="" />
      )}
      {url === undefined && !given && file && (
        <div hidden>
          <RemoteMount
            quiet
            remote="mf_signing"
            slot="page-picture"
            props={{
              source: { kind: 'file', file },
              width: pictureWidth(globalThis.devicePixelRatio),
              onPicture: keep,
              onFailure: giveUp,
            }}
            onUnavailable={giveUp}
          />
        </div>
      )}
    </div>
  )
}
