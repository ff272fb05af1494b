import { judgePictures } from 'pdf/picture'
import { loadPictureRenderer } from 'pdf/picture/node'
import type { JudgePictures } from './oracle.ts'

/** The picture judge as the server runs it. */
export async function openPictureJudge(): Promise<JudgePictures> {
  const renderer = await loadPictureRenderer()
  return (bytes, report) => judgePictures(bytes, report, { renderer })
}
