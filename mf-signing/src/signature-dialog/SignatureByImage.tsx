import ImageUp from 'lucide-react/icons/image-up'
import { type ChangeEvent, useId, useState } from 'react'
import { messageOf } from 'shared/http'
import { Alert, cx } from 'shared/ui'
import styles from './DrawSignatureDialog.module.css'
import { IMAGE_TYPES, ImageProblem, readSignatureImage, type SignatureImage } from './signature-image.ts'

export interface SignatureByImageProps {
  readonly image: SignatureImage | undefined
  readonly onImage: (image: SignatureImage) => void
}

export function SignatureByImage({ image, onImage }: SignatureByImageProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event
    const file = target.files?.[0]
    if (!file) return
    try {
      onImage(await readSignatureImage(file))
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof ImageProblem ? error.message : messageOf(error))
    }
    // Otherwise the same file fires no event.
    target.value = ''
  }
  return (
    <>
      <div className={cx(styles.paper, styles.picture)}>
        {image && <img src={image.png} alt="Tu firma, como se verá en el documento" />}
        <input
          id={id}
          type="file"
          className={styles.file}
          accept={IMAGE_TYPES.join(',')}
          aria-describedby={`${id}-help`}
          onChange={(event) => void read(event)}
        />
        <label htmlFor={id} className={cx(styles.choose, image && styles.again)}>
          <ImageUp aria-hidden="true" />
          {image ? 'Elegir otra imagen' : 'Elige una foto de tu firma'}
        </label>
      </div>
      <p id={`${id}-help`} className={styles.help}>
        {image?.filename ?? 'Con tinta oscura sobre papel blanco. PNG, JPG o WebP, hasta 10 MB.'}
      </p>
      {problem && (
        <Alert tone="warning" live="assertive">
          {problem}
        </Alert>
      )}
    </>
  )
}
