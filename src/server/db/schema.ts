import type { Generated } from 'kysely'

/**
 * The row types of every table, the same on SQLite and PostgreSQL. Times are ISO 8601 strings in UTC with
 * milliseconds (`2026-01-31T09:00:00.000Z`), so that they sort as text; booleans are 0 or 1; bytes are blobs.
 * The sign-in tables (`user`, `session`, `account`, `verification`) have the columns better-auth expects.
 */
export interface Tables {
  user: UserRow
  session: SessionRow
  lapsed_session: LapsedSessionRow
  account: AccountRow
  verification: VerificationRow
  rate_limit: RateLimitRow
  pod: PodRow
  pod_member: PodMemberRow
  pod_invitation: PodInvitationRow
  pod_letter: PodLetterRow
  place_decision: PlaceDecisionRow
  document: DocumentRow
  preparation: PreparationRow
  prepared_page: PreparedPageRow
  document_update: DocumentUpdateRow
  document_snapshot: DocumentSnapshotRow
  document_client: DocumentClientRow
  document_quarantine: DocumentQuarantineRow
  file: FileRow
  file_page: FilePageRow
  file_stash: FileStashRow
  upload: UploadRow
  upload_part: UploadPartRow
  favorite: FavoriteRow
  visit: VisitRow
  stash: StashRow
  recording: RecordingRow
  live_recording: LiveRecordingRow
  version: VersionRow
  document_editor: DocumentEditorRow
  publication: PublicationRow
  document_share: DocumentShareRow
  document_link: DocumentLinkRow
  document_link_use: DocumentLinkUseRow
  document_invite: DocumentInviteRow
  access_request: AccessRequestRow
  share_access: ShareAccessRow
  outbox: OutboxRow
  discussion_page: DiscussionPageRow
  discussion: DiscussionRow
  comment: CommentRow
  comment_reaction: CommentReactionRow
  comment_mention: CommentMentionRow
  discussion_reader: DiscussionReaderRow
  suggestion_log: SuggestionLogRow
  suggestion_signature: SuggestionSignatureRow
  ai_answer: AiAnswerRow
  page_review: PageReviewRow
  page_review_edit: PageReviewEditRow
  job: JobRow
  friendship: FriendshipRow
  person_block: PersonBlockRow
  memory: MemoryRow
  prompt: PromptRow
  notification: NotificationRow
  notification_preference: NotificationPreferenceRow
  notification_page: NotificationPageRow
  push_device: PushDeviceRow
  ai_usage: AiUsageRow
  api_usage: ApiUsageRow
  chat: ChatRow
  chat_message: ChatMessageRow
  chat_tool_call: ChatToolCallRow
  profile_picture: ProfilePictureRow
  file_preview: FilePreviewRow
  file_media: FileMediaRow
  two_factor: TwoFactorRow
  passkey: PasskeyRow
  chat_action: ChatActionRow
}

export interface UserRow {
  id: string
  name: string
  email: string
  emailVerified: number
  image: string | null
  username: string | null
  /** `usernameKey(username)`; null for an older username that passes for an even older one. */
  usernameKey: string | null
  /** What the person has chosen of `AVATAR_SEEDS`, `AVATAR_TYPES` and, as JSON, `AVATAR_COLORS`; null is no choice. */
  avatarSeed: string | null
  avatarType: string | null
  defaultAvatarColors: string | null
  /** The language of screens and letters (null: the browser's), and what dates are written in: a time zone of IANA, one of `DATE_FORMATS`, hours `12` or `24`; null follows the device. */
  language: string | null
  timeZone: string | null
  dateFormat: string | null
  hourFormat: string | null
  /** One of `WEEK_STARTS`. */
  weekStart: string | null
  /** The plan that the operator has given the account; null is free. */
  accountType: 'free' | 'premium' | null
  /** 1: signing in takes a second factor (`two_factor`). */
  twoFactorEnabled: number | null
  createdAt: string
  updatedAt: string
}

export interface SessionRow {
  id: string
  userId: string
  token: string
  expiresAt: string
  ipAddress: string | null
  userAgent: string | null
  /** Until when this session may set a password without the old one (it has just proved the address). */
  passwordGrantUntil: string | null
  createdAt: string
  updatedAt: string
}

/** A session that ran out by itself, kept while what was signed in it is taken (`rooms/ticket-sessions`). */
export interface LapsedSessionRow {
  id: string
  user_id: string
  began_at: string
  lapsed_at: string
}

export interface AccountRow {
  id: string
  accountId: string
  providerId: string
  userId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: string | null
  refreshTokenExpiresAt: string | null
  scope: string | null
  password: string | null
  createdAt: string
  updatedAt: string
}

export interface VerificationRow {
  id: string
  identifier: string
  value: string
  expiresAt: string
  createdAt: string
  updatedAt: string
}

/** A fixed window counter; `key` names what is limited, such as `code-try:person@example.org`. */
export interface RateLimitRow {
  key: string
  count: number
  window_ends_at: string
}

export interface PodRow {
  id: string
  name: string
  /** 1 for the pod that an account gets when it is made. */
  is_personal: number
  created_by: string
  created_at: string
  /** The page that lists the others; it may be gone. */
  index_document_id: string | null
  /** In the form of a page's icon. */
  icon: string | null
}

export interface PodMemberRow {
  pod_id: string
  user_id: string
  role: 'owner' | 'member' | 'guest'
  created_at: string
}

/** Somebody who is asked to join a pod; there is one row at most for a pod and a person. */
export interface PodInvitationRow {
  id: string
  pod_id: string
  user_id: string
  invited_by: string
  role: 'owner' | 'member' | 'guest'
  created_at: string
  expires_at: string
  /** When it was declined or withdrawn; the row stays until it would have expired. */
  ended_at: string | null
  /** How often the person has declined to join this pod, in such rows. */
  declined: number
}

/** An invitation to a pod that went to an address. */
export interface PodLetterRow {
  id: string
  pod_id: string
  /** In lower case. */
  email: string
  role: 'owner' | 'member' | 'guest'
  /** SHA-256 of the token in the letter. */
  token_hash: string
  invited_by: string
  created_at: string
  expires_at: string
  /** When it was declined or withdrawn; the row stays until it would have expired. */
  ended_at: string | null
  /** How often it was declined, in such rows. */
  declined: number
}

export interface PlaceDecisionRow {
  id: string
  /** A pod or a page. */
  place_id: string
  /** Null when the account is gone. */
  user_id: string | null
  /** SHA-256 of the address that they had proved by then, in lower case. */
  address_hash: string | null
  /** 1: what they were invited to of the pod's pages is over too. */
  covers_pages: number
  decided_at: string
}

/**
 * A page: its place and flags. `title`, `content_rich`, `plain_text` and `word_count` are projections of the page's
 * Yjs document and are written by the collaboration server alone (rulings 3).
 */
export interface DocumentRow {
  id: string
  pod_id: string
  parent_id: string | null
  /** Fractional index among the siblings; ties are broken by id. */
  position: string
  title: string
  icon: string | null
  status: string
  /** Set when the page is in the trash. */
  archived_at: string | null
  /** The page whose trashing took this one along; itself for the page that was trashed. */
  archived_root: string | null
  is_published: number
  cover_image: string | null
  cover_fit: string
  background_gradient: string | null
  text_style: string
  lock_page: number
  small_text: number
  full_width: number
  toc: number
  /** Since when it is a template of its pod, of which new pages are made. */
  template_at: string | null
  ai_summary: string | null
  /** The stamp (`pageTextOf`, SHA-256) of the text that a model made the summary of; null: a person wrote it. */
  ai_summary_stamp: string | null
  /** JSON list of strings. */
  tags: string
  /** JSON list of blocks. */
  content_rich: string
  plain_text: string
  word_count: number
  created_by: string
  created_at: string
  updated_by: string | null
  updated_at: string
  /** 1: nothing that follows from its pod or the pages above it counts here; only what this page says itself. */
  is_restricted: Generated<number>
  /** Worked out (`pages/server/inherited-access`): it or a page above it is restricted, so its pod's people have no part in it. */
  is_closed: Generated<number>
  /** Worked out: the nearest page, itself first, with people, a link or a restriction of its own; null when there is none. */
  access_from: string | null
  /** 1: viewers are told nothing of suggestions. */
  hides_review: Generated<number>
}

/** A page to be inserted: what it inherits follows from where it stands (`pages/server/inherited-access`). */
export type NewDocumentRow = Omit<DocumentRow, 'is_restricted' | 'is_closed' | 'access_from' | 'hides_review'>

/** Pages that are being made together, until all of them are shown. */
export interface PreparationRow {
  id: string
  /** When it began, or the last of its pages was made. */
  created_at: string
}

/** A page that nobody sees yet; it is shown when this row goes, in most cases with its preparation. */
export interface PreparedPageRow {
  document_id: string
  preparation_id: string
}

/** One accepted edit, appended before it is acknowledged. */
export interface DocumentUpdateRow {
  /** Grows with every append. */
  id: Generated<number>
  document_id: string
  user_id: string | null
  data: Uint8Array
  created_at: string
  /** It says where a comment stands: nobody has edited the page by it. */
  is_review: Generated<number>
}

/** Everything up to and including update `up_to`, folded into one state. */
export interface DocumentSnapshotRow {
  document_id: string
  up_to: number
  /** An update of Yjs, usually packed (`collab/packed-state`). */
  state: Uint8Array
  created_at: string
}

/** Who alone writes under a client id of a page's Yjs document (`collab/page-authors`). */
export interface DocumentClientRow {
  document_id: string
  client: number
  user_id: string
  claimed_at: string
  /** The clock from which on its author has written the words anew, so that nobody may bring them; null: none. */
  withdrawn_from: Generated<number | null>
}

/**
 * Stored content that could not be used, put aside by `npm run doctor -- --repair` and kept byte for byte. It belongs
 * to no page, so that it outlives one.
 */
export interface DocumentQuarantineRow {
  id: Generated<number>
  document_id: string
  /** `edit`: a row of the log; `snapshot`; `waiting`: edits whose base is missing; `projection`: the blocks JSON. */
  kind: string
  /** The row of the log that it was. */
  update_id: number | null
  user_id: string | null
  data: Uint8Array
  /** When it was stored first. */
  created_at: string
  /** Why it is here, in words. */
  reason: string
  put_aside_at: string
}

/** A file that is kept with a page; its bytes are in the file store under the same id. */
export interface FileRow {
  id: string
  /** The page it is kept with; null once that page is gone for good, until the file is gone or has another page. */
  document_id: string | null
  /** The pod of that page when it was uploaded. */
  pod_id: string
  uploaded_by: string | null
  name: string
  /** The name in small letters, for searching. */
  name_folded: string
  /** MIME type, decided by the content. */
  type: string
  /** Bytes. */
  size: number
  /** `processing` while it is being received. */
  state: 'processing' | 'ready'
  created_at: string
  /** When it was first seen to have no page any more. */
  let_go_at: string | null
  /** The run of the server that receives or copies it (`server-lease.ts`), while it is `processing`. */
  received_by: string | null
}

/** A file that comes in parts; its row in `file` has the same id. It stays for a while once the file is whole. */
export interface UploadRow {
  id: string
  user_id: string
  /** The page that it was begun for; null: its sender alone has it. */
  document_id: string | null
  /** What its sender must be allowed to do with that page until the end. */
  action: 'edit' | 'comment' | null
  /** Bytes of the whole file; null while its sender does not know. */
  length: number | null
  /** Moved on by every part. */
  expires_at: string
}

/** A part that has come whole and is on the disk. */
export interface UploadPartRow {
  upload_id: string
  /** Bytes of the file before it. */
  start: number
  size: number
  sha256: string
}

/**
 * What was decided when a page first named a file: the page shows it when the writer could see the file. Who sees
 * the page sees the file then; without such a row nothing that a page says gives anybody a file.
 */
/** A picture in a smaller width, or a still of a film. */
export interface FilePreviewRow {
  file_id: string
  /** At most so wide, in pixels. */
  width: number
  type: string
  bytes: Uint8Array
}

/** What was read of a film or a sound. */
export interface FileMediaRow {
  file_id: string
  /** JSON: `MediaFacts`, or null when nothing can be read of it, or nothing was yet. */
  facts: string
  /** The version of the reader that looked at it last; 0 for one before there were versions. */
  reader: Generated<number>
  /** How often that one began to read it without coming to an end; 0 once it has been read. */
  tries: Generated<number>
}

export interface FilePageRow {
  file_id: string
  document_id: string
  /** 0: named by somebody who could not see the file. */
  is_shown: number
  /** 1: the page's settled content (`document.content_rich`) names the file. */
  is_settled: Generated<number>
  /** Who named it; null for what was there before this was noted. */
  decided_by: string | null
  created_at: string
}

/** A file that stashed blocks show: the person who stashed them could see it. */
export interface FileStashRow {
  file_id: string
  stash_id: string
}

export interface FavoriteRow {
  user_id: string
  document_id: string
  created_at: string
}

/** When a person last opened a page: recents, and what changed since. */
export interface VisitRow {
  user_id: string
  document_id: string
  visited_at: string
}

/** Blocks that a person has moved aside from a page. */
export interface StashRow {
  id: string
  user_id: string
  /** JSON list of blocks. */
  blocks: string
  /** What they say and the title of their page, in small letters, to be searched. */
  words: string
  /** Bytes of `blocks`. */
  size: number
  from_path: string
  from_title: string
  created_at: string
  /** Since when it is out of the stash; the last of those can be brought back. */
  deleted_at: string | null
}

/** Something that a person has recorded; its bytes are a file that the person sees because of this row. */
export interface RecordingRow {
  id: string
  user_id: string
  file_id: string
  type: 'audio' | 'camera' | 'screen' | 'screenshot'
  title: string
  /** The title in small letters, for searching and sorting. */
  title_folded: string
  /** Milliseconds; 0 for a screenshot. */
  duration: number
  /** Such as `1280x720`; null for sound alone. */
  resolution: string | null
  /** A small picture as a `data:` address. */
  thumbnail: string | null
  created_at: string
  /** Bytes that had come when it was made of them, of one that was sent while it was made. */
  sent_bytes: number | null
}

/** A recording that is sent while it is made, until it is in its owner's library. What has come of it is the upload. */
export interface LiveRecordingRow {
  /** The id that the recording will have. */
  id: string
  user_id: string
  upload_id: string
  type: 'audio' | 'camera' | 'screen'
  title: string
  /** Milliseconds, as its browser has said last. */
  duration: number
  resolution: string | null
  /** A small picture as a `data:` address. */
  thumbnail: string | null
  /** 1: it was stopped; 0: it is being made, or was cut off. */
  has_ended: number
  started_at: string
  /** When its browser was last heard of. */
  heard_at: string
}

/** A page as it once read. */
export interface VersionRow {
  id: string
  document_id: string
  title: string
  /** Its blocks as JSON, packed (`collab/packed-state`). */
  content: Uint8Array
  /** Of title and blocks: equal for pages that read the same. */
  hash: string
  /** Given by a person; what has a name is kept for ever. */
  name: string | null
  reason: 'manual' | 'automatic' | 'before-restore' | 'before-import' | 'before-rewrite'
  /** JSON list of the ids of those whose work it is, the last editor first. */
  authors: string
  created_at: string
  /** Until when the page is known to have read like this. */
  current_at: string
  /** The page right after the restore before which this was saved: what an undo starts from. */
  undo_state: Uint8Array | null
  /** When that restore was undone. */
  undone_at: string | null
}

/** When a person last edited a page. */
export interface DocumentEditorRow {
  document_id: string
  user_id: string
  edited_at: string
}

/** How a page is shown to everybody while `document.is_published` is 1; it is kept when that ends. */
export interface PublicationRow {
  document_id: string
  /** The page's name in its public address. */
  slug: string | null
  password_hash: string | null
  /** Signs the keys of those who knew the password; a new one makes all of them void. */
  access_key: string
  /** Until when it is shown. */
  expires_at: string | null
  /** 1: search engines, feeds and lists leave it out. */
  noindex: number
  /** 1: the pages inside it are shown with it. */
  sub_pages: number
  /** When it was published last, and by whom. */
  published_at: string | null
  published_by: string | null
}

type SharedLevel = 'view' | 'comment' | 'suggest' | 'edit' | 'manage'

/** What somebody may do with a page and what lies in it. */
export interface DocumentShareRow {
  document_id: string
  user_id: string
  level: SharedLevel
  granted_by: string | null
  /** Since when they have had the page, at whatever level. */
  created_at: string
}

/** The link with which anybody may open a page; visitors only view it, whatever its level is. */
export interface DocumentLinkRow {
  document_id: string
  /** SHA-256 of the token in the link. */
  token_hash: string
  /** What the token is made of, together with the server's secret. */
  salt: string
  level: SharedLevel
  created_by: string | null
  created_at: string
  /** When a new token last took the place of the old one. */
  rotated_at: string | null
  ends_at: string | null
}

/** Somebody signed in who has opened the link of a page; a new token forgets them. */
export interface DocumentLinkUseRow {
  document_id: string
  user_id: string
  created_at: string
}

/** Somebody who is asked to take a page: by account, or by an address whose owner proves it. */
export interface DocumentInviteRow {
  id: string
  document_id: string
  /** In small letters; null when `user_id` says who. */
  email: string | null
  user_id: string | null
  level: SharedLevel
  /** SHA-256 of the token in the letter. */
  token_hash: string | null
  invited_by: string
  created_at: string
  expires_at: string
  /** When it was accepted, declined or taken back. */
  ended_at: string | null
  accepted: Generated<number>
}

/** Somebody who asks to be let in; it waits for an answer. */
export interface AccessRequestRow {
  id: string
  document_id: string
  user_id: string
  level: SharedLevel
  message: string
  created_at: string
}

/**
 * Worked out (`pages/server/inherited-access`): what somebody has of a page that says something itself, from itself and from
 * the pages above it. Pages in between have what their `access_from` has.
 */
export interface ShareAccessRow {
  document_id: string
  user_id: string
  /** The place of the level among `LEVELS`, from 1 on. */
  rank: number
  /** When they were let in. */
  since: string
}

/** A suggestion that a page holds or held; kept as long as the page is. Filled from the page's document (`collab/suggestion-log`). */
export interface SuggestionLogRow {
  document_id: string
  /** Its name in the page: the author's id, a blank and a name that the author chose. */
  sid: string
  author_id: string
  /** The program or model that wrote it; null for what its author typed. */
  model: string | null
  /** By the server's clock. */
  first_seen_at: string
  /** JSON: what it would do, or would have done (`collab/review-state`); null when it was decided before it was ever looked at. */
  summary: string | null
  /** JSON: what tells from the page whether it was accepted. */
  trace: string | null
  state: 'pending' | 'accepted' | 'rejected' | 'withdrawn'
  /** Null while it is pending, and where nobody knows. */
  decided_by: string | null
  decided_at: string | null
}

/** Something that happened and that somebody is to be told of. */
export interface OutboxRow {
  id: string
  kind: string
  /** Whom it concerns. */
  user_id: string
  actor_id: string | null
  document_id: string | null
  /** JSON. */
  data: string
  created_at: string
}

/** How many changes the discussions of a page have seen; the row is what changes of them wait for each other at. */
export interface DiscussionPageRow {
  document_id: string
  change: number
}

/** What people say about one place of a page. */
export interface DiscussionRow {
  id: string
  document_id: string
  kind: 'text' | 'block' | 'title' | 'page' | 'suggestion'
  /** The block or the cell that it is about, or in which it began. */
  block: string | null
  /** The suggestion that it is about. */
  suggestion: string | null
  /** The words that it was begun at. */
  quote: string
  /** JSON: the ranges of ids at which it was anchored last. */
  ranges: string
  /** The page has not got all of these ids yet, and so no anchor. */
  is_waiting: number
  first_comment: string
  created_by: string | null
  created_at: string
  resolved_by: string | null
  resolved_at: string | null
  assignee_id: string | null
  /** When the person to whom it is assigned had seen to it. */
  done_at: string | null
  /** It is gone; the row keeps its id from being used again, and tells those who have shown it. */
  removed_at: string | null
  /** Grows with every change of any discussion of the page. */
  change: number
}

export interface CommentRow {
  id: string
  discussion_id: string
  author_id: string | null
  /** Who wrote it, where that is nobody with an account here. */
  author_name: string | null
  /** JSON. */
  body: string
  plain_text: string
  created_at: string
  updated_at: string
  is_edited: number
  deleted_at: string | null
}

export interface CommentReactionRow {
  comment_id: string
  user_id: string
  emoji: string
  created_at: string
}

export interface CommentMentionRow {
  comment_id: string
  user_id: string
}

/** What somebody has read of a discussion, and whether they want to be told of it. */
export interface DiscussionReaderRow {
  discussion_id: string
  user_id: string
  read_at: string | null
  follow: 'follow' | 'mute' | null
}

/** Work that is to be done (`server/jobs`). */
export interface JobRow {
  id: string
  kind: string
  /** JSON, as the kind says. */
  payload: string
  /** Whose it is; null for nobody's. */
  user_id: string | null
  run_at: string
  /** How often it was begun. */
  attempts: number
  /** Which run of which server is doing it, and until when it is believed. */
  lease_owner: string | null
  lease_until: string | null
  last_error: string | null
  /** When it was given up. */
  dead_at: string | null
  created_at: string
}

/** What there is between two people: one row for a pair, regardless of who asked. */
export interface FriendshipRow {
  id: string
  /** Both ids in the order of text, with a blank between them. */
  pair: string
  requester_id: string
  receiver_id: string
  status: 'pending' | 'accepted' | 'declined'
  /** How often in a row the receiver has declined the requester. */
  declined: number
  /** When it was last asked. */
  created_at: string
  /** When it last changed. */
  updated_at: string
}

/** Somebody (`blocked_id`) whom a person wants neither to be found nor to be reached by. */
export interface PersonBlockRow {
  blocker_id: string
  blocked_id: string
  created_at: string
}

/** Something that a person wants language models to know. */
export interface MemoryRow {
  id: string
  user_id: string
  memory: string
  status: 'active' | 'inactive'
  created_at: string
}

/** Something that a person wants language models to be told, and for what. */
export interface PromptRow {
  id: string
  user_id: string
  display: 'generate' | 'edit' | 'chat' | 'instructionsAttachment'
  icon: string
  prompt: string
  status: 'active' | 'inactive'
  title: string
  created_at: string
}

/** Something that one person is told (product.md 3.10). It has the id of what happened in the outbox, so it is there once. */
export interface NotificationRow {
  id: string
  user_id: string
  kind: string
  actor_id: string | null
  document_id: string | null
  /** JSON: small facts for its words. */
  data: string
  created_at: string
  read_at: string | null
  /** When it is to be mailed; null when it is not, or a letter has taken it up. */
  mail_due_at: string | null
  push_due_at: string | null
}

/** How a person wants to be told (product.md 3.14); none is the defaults. */
export interface NotificationPreferenceRow {
  user_id: string
  /** JSON, as `Preferences` of `features/notifications` says. */
  choices: string
  /** The device's, such as `Europe/Berlin`, for people who have chosen none (`user.timeZone`). */
  time_zone: string
  /** Counts how often mail was turned on again: links to turn it off are good for one count. */
  mail_epoch: number
}

/** A page of which a person wants to hear less. */
export interface NotificationPageRow {
  user_id: string
  document_id: string
  level: 'mentions' | 'none'
}

/** A browser that shows pushes (RFC 8030). */
export interface PushDeviceRow {
  id: string
  user_id: string
  endpoint: string
  p256dh: string
  auth: string
  /** What the person reads in the list, such as `Firefox on Linux`. */
  name: string
  created_at: string
  /** The sign-in in which it was turned on: it ends with it. */
  session_id: string | null
}

/** The picture that a person has uploaded of themselves, at most 512 pixels square. */
export interface ProfilePictureRow {
  id: string
  user_id: string
  type: string
  bytes: Uint8Array
  created_at: string
}

/** The second factor of an account, kept by better-auth: the secret of the authenticator app and the recovery codes, encrypted. */
export interface TwoFactorRow {
  id: string
  userId: string
  secret: string
  backupCodes: string
  /** 0 until the first code from the app was right. */
  verified: number | null
  failedVerificationCount: number | null
  lockedUntil: string | null
}

/** A passkey (WebAuthn credential) with which somebody signs in. */
export interface PasskeyRow {
  id: string
  user_id: string
  /** base64url */
  credential_id: string
  public_key: Uint8Array
  /** How often it was used, by its own count; 0 for those that do not count. */
  counter: number
  /** JSON: how a browser reaches it. */
  transports: string
  name: string
  created_at: string
  last_used_at: string | null
}

/** What a person has asked of language models on one day. */
export interface AiUsageRow {
  user_id: string
  /** YYYY-MM-DD, in UTC. */
  day: string
  /** Whose key was used. */
  paid_by: 'server' | 'person'
  requests: number
  input_tokens: number
  output_tokens: number
  milliseconds: number
}

/** How many requests a person has sent to the API in one month. */
export interface ApiUsageRow {
  user_id: string
  /** YYYY-MM, in UTC. */
  month: string
  requests: number
}

/** What a person has asked models and was answered, as one conversation. */
export interface ChatRow {
  id: string
  user_id: string
  /** The page it was begun on. */
  document_id: string | null
  title: string
  /** Folded, to be searched. */
  title_folded: string
  /** May everybody who may see its page read it? */
  is_shared: number
  created_at: string
  /** When something was last asked. */
  updated_at: string
}

/** A question or an answer. Those with the same parent are versions of each other, which makes a chat a tree. */
export interface ChatMessageRow {
  id: string
  chat_id: string
  /** Counts the messages of a chat. */
  number: number
  parent_id: string | null
  role: 'user' | 'assistant'
  version: number
  /** Markdown; of an answer that is being written what has been stored of it. */
  content: string
  /** Folded, to be searched; empty while it is being written. */
  content_folded: string
  model: string | null
  /** `done` for questions. `interrupted`: the server ended while it was being written. */
  status: 'answering' | 'done' | 'stopped' | 'failed' | 'interrupted'
  /** Why it failed, in words. */
  error: string | null
  is_cut: number
  is_sample: number
  feedback: 'like' | 'dislike' | 'none'
  is_bookmarked: number
  scope: 'selected' | 'everything'
  /** JSON: the pages that a question is about, or that an answer was given. */
  sources: string
  /** The run of the server that writes it. */
  server_id: string | null
  created_at: string
}

/** Something that was looked up for an answer. */
export interface ChatToolCallRow {
  id: string
  message_id: string
  number: number
  tool_name: string
  status: 'running' | 'done' | 'failed'
  /** JSON. */
  parameters: string
  result: string | null
  error: string | null
  started_at: string
  completed_at: string | null
}

/** How a suggestion that a model wrote came about. It stays when the suggestion is decided. */
export interface SuggestionSignatureRow {
  document_id: string
  sid: string
  /** Null when there is no such account any more. */
  asked_by: string | null
  model: string
  /** What was asked for. */
  prompt: string
  /** Why, in the words of the model; may be empty. */
  reason: string
  /** JSON: the ids of the pages that the model had read beside this one. */
  sources: string
  asked_at: string
}

/** What a model answers in the AI menu: kept while it is written, and for a day. */
export interface AiAnswerRow {
  /** Chosen by the browser that asks. */
  id: string
  user_id: string
  /** The page on which it was asked. */
  document_id: string | null
  /** What was asked for, in words. */
  asked: string
  /** The beginning of the text that it is about; may be empty. */
  about: string
  /** Null for the sample that no model writes. */
  model: string | null
  /** `interrupted`: the server ended while it was being written. */
  status: 'answering' | 'done' | 'stopped' | 'failed' | 'interrupted'
  /** Why it failed, in words. */
  error: string | null
  is_cut: number
  /** As much as has been stored of it. */
  content: string
  /** The run of the server that writes it. */
  server_id: string | null
  created_at: string
}

/** A page that a model goes through, section by section, for a person. */
export interface PageReviewRow {
  id: string
  document_id: string
  user_id: string
  looks_for: string
  /** The person's own words; may be empty. */
  prompt: string
  model: string | null
  /** `read`: all of it, and nothing is suggested yet. `interrupted`: the server ended meanwhile. */
  state: 'reading' | 'stopped' | 'failed' | 'interrupted' | 'read' | 'applied' | 'discarded'
  /** Why it failed, in words. */
  error: string | null
  /** JSON: the ids of the blocks of every section. */
  sections: string
  sections_read: number
  /** How many blocks are gone through. */
  blocks: number
  /** The run of the server that reads it. */
  server_id: string | null
  created_at: string
  updated_at: string
}

/** What a model would change, and what became of it. */
export interface PageReviewEditRow {
  review_id: string
  number: number
  /** The block that it is about; null at the start of the page, and where it is about none. */
  block_id: string | null
  /** JSON; null for what could not be read as an operation. */
  operation: string | null
  reason: string
  /** The words of the block before and after, shortened. */
  before: string
  after: string
  /** Why it is not suggested. */
  set_aside: string | null
  /** The suggestion that it has become. */
  sid: string | null
}

/** Something that a model wants to do, with exactly this content, when the person whose chat it is says so. */
export interface ChatActionRow {
  id: string
  message_id: string
  number: number
  kind: 'create_page' | 'propose_edits'
  status: 'pending' | 'done' | 'declined'
  /** Of the page to be made, or to be edited. */
  title: string
  /** Markdown of the page, or the operations of the edits. */
  content: string
  /** The page that is to be made, which has its id beforehand, or to be edited. */
  document_id: string
  /** Where it is to be made. */
  parent_id: string | null
  pod_id: string | null
  /** JSON: what came of it, where there is more to say. */
  result: string | null
  created_at: string
  decided_at: string | null
}
