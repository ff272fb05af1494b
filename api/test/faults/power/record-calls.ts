import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DiskHistory } from './disk-event.ts'
import { readHistory } from './read-history.ts'
import { readTrace } from './read-trace.ts'

/** Each call of Linux that changes a file or its names, and those that explain their arguments. */
const CALLS = [
  'open,openat,openat2,creat,close,close_range,dup,dup2,dup3,lseek,open_by_handle_at',
  'write,writev,pwrite64,pwritev,pwritev2,sendfile,splice,copy_file_range,mmap,io_uring_setup,io_submit',
  'fsync,fdatasync,sync,syncfs,sync_file_range,ftruncate,truncate,fallocate,ioctl',
  'rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir,mknod,mknodat',
  'clone,clone3,fork,vfork',
].join(',')

/** Longer writes would be cut, and refused. Bytes. */
const LONGEST_WRITE = 64 * 1024 * 1024

/** Copies within the kernel are refused, so that libuv reads and writes the bytes, and the trace has them. */
const COPIES = ['-e', 'inject=copy_file_range:error=EXDEV', '-e', 'inject=sendfile:error=EINVAL']

/** The program and arguments before a command, to record what it does. The process is the caller's child (`-D`). */
export const recording = (trace: string): readonly string[] => [
  ...['strace', '-D', '-f', '-q', '--seccomp-bpf', '-ttt', '-y', '-xx', '-v', '-s', String(LONGEST_WRITE)],
  ...['-o', trace, '-e', `trace=${CALLS}`, '-e', 'signal=none', ...COPIES],
]

/** libuv writes through system calls. */
export const RECORDED_VARIABLES = { UV_USE_IO_URING: '0' } as const

/** Why this machine cannot record; undefined if it can. */
export const whyNotRecorded = (): string | undefined => {
  if (process.platform !== 'linux') return 'only Linux has strace'
  const [command = '', ...args] = recording('/dev/null')
  const { error, status, stderr } = spawnSync(command, [...args, 'true'], { encoding: 'utf8' })
  if (error !== undefined) return 'strace is not installed'
  return status === 0 ? undefined : `strace may not trace here: ${stderr.trim()}`
}

/** Milliseconds. */
const PAUSE = 10

/** A tracer lives on when the process has ended; its last line says so. */
export const traceEnded = async (trace: string): Promise<void> => {
  while (!/\+\+\+ (?:exited|killed)[^\n]*\n$/.test((await readFile(trace, 'latin1')).slice(-200))) await sleep(PAUSE)
}

interface RecordedCalls {
  readonly history: DiskHistory
  /** When each line was written, in milliseconds of the wall clock. */
  readonly times: readonly number[]
}

/** @param root a folder that was empty when the recording began */
export const readRecorded = async (trace: string, root: string): Promise<RecordedCalls> => {
  const read = readTrace(await readFile(trace, 'latin1'))
  return { history: readHistory(read, root), times: read.times }
}
