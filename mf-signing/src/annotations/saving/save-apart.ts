import type { UserFile } from 'shared/contract'
import { PDF_MIME_TYPE } from 'shared/contract'
import { uploadFile } from 'shared/http'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import { copyName } from './texts.ts'

const PDF_TYPE_ID = 1

/** @throws HttpError */
export const saveApart = async (component: AnnotationComponent, file: UserFile): Promise<UserFile> => {
  const { bytes } = await component.save()
  const copy = new File([bytes.slice()], copyName(file.original_filename), { type: PDF_MIME_TYPE })
  return uploadFile(
    { file: copy, fileTypeId: PDF_TYPE_ID, description: file.description, notes: file.notes },
    { onSent: () => undefined, signal: new AbortController().signal },
  )
}
