import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newSid } from '@/document'
import { createAuth } from '@/features/accounts/server/auth'
import { appRouter } from '@/server/router'
import { routes } from '@/server/routes'
import { hashOfToken } from '@/server/token-hash'
import { newId } from '@/shared/ids'
import { LEVELS, type Level } from '@/shared/permissions'
import { RawSocket, until } from './collab'
import { authFrame } from './collab-frames'
import { cookieOf, onEachDatabase, startTestServer, type TestPerson, type TestServer } from './server'

/**
 * R20: every call and route against everybody who may try it. The list of calls comes from the router itself, so a new
 * call fails here until somebody has said who may use it. A row says what a visitor, another person and the owner are
 * answered; whatever the first two are answered, nothing of the owner's is in it.
 */
interface Answers {
  visitor: number
  /** A visitor who reads the page by a secret link, where that is answered otherwise than to any visitor. */
  linked?: number
  other: number
  owner: number
}

const all = (status: number): Answers => ({ visitor: status, other: status, owner: status })

/** About one page: a visitor is asked to sign in; for another person it is as if the page did not exist. */
const PAGE: Answers = { visitor: 401, other: 404, owner: 200 }
/** About something of a third person. */
const NOBODYS: Answers = { visitor: 401, other: 404, owner: 404 }
/** About the caller's own things. */
const OWN: Answers = { visitor: 401, other: 200, owner: 200 }
const PUBLIC = all(200)
/** Published pages are for everybody; these are not published, so there is nothing, not even for the owner. */
const UNPUBLISHED = all(404)

interface Ids {
  page: string
  trashed: string
  template: string
  session: string
  /** A file of the page, with the title of the page in its name. */
  file: string
  /** An upload of the owner to the page that has just begun. */
  upload: string
  /** Something in the owner's stash, and something taken out of it. */
  stashed: string
  unstashed: string
  /** A pod of the owner without pages, somebody who is in it, and the username of somebody who is not. */
  pod: string
  member: string
  joiner: string
  /** An invitation of a third person to that pod. */
  invitation: string
  /** An invitation of a third person to the page, and a request of one for it. */
  pageInvite: string
  request: string
  /** Somebody who has nothing to do with the owner but a request to be friends, and that request. */
  stranger: string
  friendRequest: string
  /** Of the owner. */
  memory: string
  passkey: string
  prompt: string
  recording: string
  /** A review of the page by a model, for the owner. */
  review: string
  /** Of the owner, on the page. */
  aiAnswer: string
  /** What the owner accepted of a model as their own edit. */
  aiDecision: string
  /** A chat of the owner on the page, with a question and its answer. */
  chat: string
  question: string
  answer: string
  /** What its model wants to do. */
  action: string
  /** A discussion of the page, begun by its owner, and the comment in it. */
  discussion: string
  comment: string
  /** A version of the page, whose restore can be undone. */
  version: string
  /** The owner. */
  person: string
}

const A_COMMENT = {
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Mine' }] }],
}

const CALLS: Record<string, [Answers, (ids: Ids) => unknown]> = {
  // Whether a model is set up, and at which hosts: nothing of anybody's.
  'ai.about': [PUBLIC, () => undefined],
  // Of an answer that the owner was given.
  'ai.accept': [PAGE, ({ page, aiAnswer }) => ({ documentId: page, answerId: aiAnswer })],
  'ai.takeBack': [
    PAGE,
    ({ page, aiDecision }) => ({ documentId: page, decisionId: aiDecision, isTakenBack: true }),
  ],
  'ai.review': [PAGE, ({ page }) => ({ documentId: page })],
  'ai.signatures': [
    PAGE,
    ({ page, member }) => ({ documentId: page, suggestionIds: [`${member} AAAAAAAA`] }),
  ],
  'chat.list': [OWN, () => ({})],
  'chat.search': [OWN, () => ({ q: SECRET })],
  'chat.get': [PAGE, ({ chat }) => ({ id: chat })],
  'chat.rename': [PAGE, ({ chat }) => ({ id: chat, title: 'Other' })],
  'chat.share': [PAGE, ({ chat }) => ({ id: chat, isShared: true })],
  'chat.delete': [PAGE, ({ chat }) => ({ id: chat })],
  // About a page: it is read for the answer.
  'chat.createMessage': [PAGE, ({ page }) => ({ content: 'What is it about?', documentIds: [page] })],
  'chat.editMessage': [PAGE, ({ question }) => ({ messageId: question, content: 'Other' })],
  'chat.regenerate': [PAGE, ({ answer }) => ({ messageId: answer })],
  'chat.stop': [PAGE, ({ answer }) => ({ messageId: answer })],
  'chat.useTool': [PAGE, ({ page }) => ({ name: 'read_page', input: { id: page } })],
  // Nobody can talk here, which only the chat's owner is told.
  'chat.keepTalk': [
    { ...PAGE, owner: 503 },
    ({ chat }) => ({
      chatId: chat,
      isNew: false,
      messages: [{ id: newId(), role: 'user', content: 'x', isStopped: false }],
    }),
  ],
  'chat.acceptAction': [PAGE, ({ action }) => ({ actionId: action })],
  'chat.declineAction': [PAGE, ({ action }) => ({ actionId: action })],
  'chat.updateMessageFeedback': [PAGE, ({ answer }) => ({ messageId: answer, feedback: 'like' })],
  'chat.updateMessageBookmark': [PAGE, ({ answer }) => ({ messageId: answer, isBookmarked: true })],
  'comment.discussions': [PAGE, ({ page }) => ({ documentId: page })],
  'comment.createDiscussion': [
    PAGE,
    ({ page }) => ({
      id: newId(),
      commentId: newId(),
      documentId: page,
      kind: 'page',
      contentRich: A_COMMENT,
    }),
  ],
  'comment.createComment': [
    PAGE,
    ({ discussion }) => ({ id: newId(), discussionId: discussion, contentRich: A_COMMENT }),
  ],
  'comment.updateComment': [PAGE, ({ comment }) => ({ id: comment, contentRich: A_COMMENT })],
  'comment.deleteComment': [PAGE, ({ comment }) => ({ id: comment })],
  'comment.deleteDiscussion': [PAGE, ({ discussion }) => ({ discussionId: discussion })],
  'comment.resolveDiscussion': [PAGE, ({ discussion }) => ({ discussionId: discussion })],
  'comment.reopenDiscussion': [PAGE, ({ discussion }) => ({ discussionId: discussion })],
  'comment.assignDiscussion': [PAGE, ({ discussion }) => ({ discussionId: discussion, isDone: true })],
  // Nothing has been written at this id: it waits.
  'comment.reanchorDiscussion': [
    PAGE,
    ({ discussion }) => ({ discussionId: discussion, ranges: [{ client: 1, clock: 0, length: 1 }] }),
  ],
  'comment.toggleReaction': [PAGE, ({ comment }) => ({ commentId: comment, emoji: '👍' })],
  'comment.markRead': [PAGE, ({ discussion }) => ({ discussionId: discussion })],
  'comment.follow': [PAGE, ({ discussion }) => ({ discussionId: discussion, follow: 'mute' })],
  'suggestion.suggestions': [PAGE, ({ page }) => ({ documentId: page })],
  'suggestion.history': [PAGE, ({ page }) => ({ documentId: page })],
  'suggestion.authors': [PAGE, ({ page }) => ({ documentId: page })],
  'suggestion.inbox': [OWN, () => ({ list: 'me' })],
  'suggestion.inboxCount': [OWN, () => undefined],
  'suggestion.accept': [
    PAGE,
    ({ page, member }) => ({ documentId: page, suggestionIds: [`${member} AAAAAAAA`] }),
  ],
  'suggestion.reject': [PAGE, ({ page, member }) => ({ documentId: page, userId: member })],
  'suggestion.decided': [
    PAGE,
    ({ page, member }) => ({ documentId: page, suggestionIds: [`${member} AAAAAAAA`] }),
  ],
  // Nothing was decided, so that there is nothing to take back: who may, is told so.
  'suggestion.takeBack': [
    { ...PAGE, owner: 409 },
    ({ page, member }) => ({
      documentId: page,
      suggestionIds: [`${member} AAAAAAAA`],
      isAccepted: false,
    }),
  ],
  'suggestion.hideReview': [PAGE, ({ page }) => ({ documentId: page, isHidden: true })],
  // A site of videos is not asked, so nothing leaves the machine.
  'cover.validateUrl': [OWN, () => ({ url: 'https://youtu.be/aqz-KE-bpKQ' })],
  'cover.gifs': [OWN, () => ({ q: 'leaves' })],
  'document.due': [OWN, () => ({ until: '2026-01-05' })],
  'document.mentions': [OWN, () => undefined],
  'document.backlinks': [PAGE, ({ page }) => ({ id: page })],
  'document.documents': [OWN, () => ({ parentDocumentId: null })],
  'document.tree': [OWN, () => ({})],
  'document.allDocuments': [OWN, () => ({})],
  'document.document': [PAGE, ({ page }) => ({ id: page })],
  'document.publicDocument': [UNPUBLISHED, ({ page }) => ({ id: page })],
  'document.publish': [PAGE, ({ page }) => ({ id: page, isPublished: false })],
  'document.create': [PAGE, ({ page }) => ({ parentDocumentId: page, title: 'Inside' })],
  'document.move': [PAGE, ({ page }) => ({ id: page, parentDocumentId: null })],
  'document.update': [PAGE, ({ page }) => ({ id: page, status: 'completed' })],
  'document.duplicate': [PAGE, ({ page }) => ({ id: page, withSubpages: true })],
  'document.duplicating': [OWN, () => ({ copyId: 'no-such-copy' })],
  'document.appendBlocks': [
    PAGE,
    ({ page }) => ({ id: page, blocks: [{ id: 'b', kind: 'paragraph', text: [{ text: 'More' }] }] }),
  ],
  'document.archive': [PAGE, ({ page }) => ({ id: page })],
  'document.trash': [OWN, () => ({ q: '' })],
  'document.restore': [PAGE, ({ page }) => ({ id: page })],
  'document.delete': [PAGE, ({ trashed }) => ({ id: trashed })],
  'document.emptyTrash': [
    OWN,
    ({ trashed }) => ({ from: { id: trashed, archivedAt: '9999-01-01T00:00:00.000Z' } }),
  ],
  'document.favorites': [OWN, () => ({})],
  'document.visit': [PAGE, ({ page }) => ({ id: page })],
  'document.recents': [OWN, () => undefined],
  'document.changed': [OWN, () => undefined],
  'file.files': [OWN, () => ({})],
  'file.usage': [OWN, () => undefined],
  'friends.getFriends': [OWN, () => undefined],
  'friends.getPendingRequests': [OWN, () => undefined],
  'friends.getSentRequests': [OWN, () => undefined],
  'friends.getBlocked': [OWN, () => undefined],
  'friends.searchUsers': [OWN, ({ joiner }) => ({ query: joiner })],
  'friends.person': [OWN, ({ stranger }) => ({ id: stranger })],
  'friends.sendFriendRequest': [OWN, ({ stranger }) => ({ receiverId: stranger })],
  // From a third person to the owner.
  'friends.acceptFriendRequest': [PAGE, ({ friendRequest }) => ({ friendshipId: friendRequest })],
  'friends.cancelFriendRequest': [NOBODYS, ({ friendRequest }) => ({ friendshipId: friendRequest })],
  'friends.removeFriend': [PAGE, ({ stranger }) => ({ friendId: stranger })],
  'friends.block': [OWN, ({ stranger }) => ({ userId: stranger })],
  'friends.unblock': [OWN, ({ stranger }) => ({ userId: stranger })],
  'memory.getAll': [OWN, () => undefined],
  'memory.create': [OWN, () => ({ memory: 'I write in British English.' })],
  'memory.update': [PAGE, ({ memory }) => ({ id: memory, status: 'inactive' })],
  'memory.delete': [PAGE, ({ memory }) => ({ id: memory })],
  // Done to those of them that are the caller's; what becomes of other people's is tested beside it.
  'memory.bulkUpdateStatus': [OWN, ({ memory }) => ({ ids: [memory], status: 'inactive' })],
  'memory.bulkDelete': [OWN, ({ memory }) => ({ ids: [memory] })],
  'prompt.getAll': [OWN, () => undefined],
  'prompt.create': [OWN, () => ({ title: 'Brief', prompt: 'Be brief.', display: 'chat' })],
  'prompt.update': [PAGE, ({ prompt }) => ({ id: prompt, status: 'inactive' })],
  'prompt.delete': [PAGE, ({ prompt }) => ({ id: prompt })],
  'prompt.bulkUpdateStatus': [OWN, ({ prompt }) => ({ ids: [prompt], status: 'inactive' })],
  'prompt.bulkDelete': [OWN, ({ prompt }) => ({ ids: [prompt] })],
  'notifications.getNotifications': [OWN, () => ({})],
  'notifications.getUnreadCount': [OWN, () => undefined],
  'notifications.markAsRead': [NOBODYS, () => ({ notificationId: 'no-such-notification' })],
  'notifications.deleteNotification': [NOBODYS, () => ({ notificationId: 'no-such-notification' })],
  'notifications.markAllAsRead': [OWN, () => undefined],
  'notifications.deleteAllNotifications': [OWN, () => undefined],
  'notifications.getPreferences': [OWN, () => undefined],
  'notifications.getPushDevices': [OWN, () => undefined],
  'notifications.addPushDevice': [
    OWN,
    () => ({
      endpoint: 'https://push.example/somewhere',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      name: 'Mine',
    }),
  ],
  'notifications.removePushDevice': [NOBODYS, () => ({ id: 'no-such-device' })],
  'notifications.updatePreferences': [OWN, () => ({ mentions: false })],
  'notifications.getPageChoice': [PAGE, ({ page }) => ({ documentId: page })],
  'notifications.choosePage': [PAGE, ({ page }) => ({ documentId: page, level: 'mentions' })],
  'pod.pods': [OWN, () => undefined],
  'pod.create': [OWN, () => ({ name: 'A pod' })],
  'pod.rename': [PAGE, ({ pod }) => ({ podId: pod, name: SECRET })],
  'pod.leave': [{ ...PAGE, owner: 409 }, ({ pod }) => ({ podId: pod })],
  'pod.delete': [PAGE, ({ pod }) => ({ podId: pod })],
  'pod.members': [PAGE, ({ pod }) => ({ podId: pod })],
  'pod.addMember': [PAGE, ({ pod, joiner }) => ({ podId: pod, username: joiner })],
  'pod.invitations': [OWN, () => undefined],
  'pod.acceptInvitation': [NOBODYS, ({ invitation }) => ({ id: invitation })],
  'pod.declineInvitation': [NOBODYS, ({ invitation }) => ({ id: invitation })],
  'pod.withdrawInvitation': [PAGE, ({ invitation }) => ({ id: invitation })],
  'pod.changeRole': [PAGE, ({ pod, member }) => ({ podId: pod, userId: member, role: 'owner' })],
  'pod.removeMember': [PAGE, ({ pod, member }) => ({ podId: pod, userId: member })],
  'pod.refreshIndex': [PAGE, ({ pod }) => ({ podId: pod })],
  'publish.settings': [PAGE, ({ page }) => ({ id: page })],
  'publish.profile': [{ visitor: 404, other: 404, owner: 200 }, ({ person }) => ({ id: person })],
  'publish.update': [PAGE, ({ page }) => ({ id: page, noindex: true })],
  'recording.recordings': [OWN, () => ({})],
  // No file of theirs: nobody makes a recording of what somebody else has sent.
  'recording.create': [
    NOBODYS,
    ({ file }) => ({
      id: newId(),
      fileId: file,
      title: 'Mine',
      type: 'audio',
      duration: 1,
      metadata: { resolution: null },
      thumbnail: null,
    }),
  ],
  'recording.begin': [
    OWN,
    () => ({ id: newId(), title: 'Mine', type: 'audio', mimeType: 'audio/webm', resolution: null }),
  ],
  'recording.note': [NOBODYS, () => ({ id: newId(), duration: 1, thumbnail: null, hasEnded: true })],
  'recording.finish': [PAGE, ({ recording }) => ({ id: recording, size: null })],
  'recording.discard': [NOBODYS, ({ recording }) => ({ id: recording })],
  'recording.unfinished': [OWN, () => undefined],
  'recording.rename': [PAGE, ({ recording }) => ({ id: recording, title: 'Mine' })],
  'recording.delete': [PAGE, ({ recording }) => ({ id: recording })],
  'search.search': [OWN, () => ({ q: SECRET })],
  'search.meaning': [OWN, () => ({ q: SECRET })],
  'search.related': [PAGE, ({ page }) => ({ id: page })],
  'share.people': [PAGE, ({ page }) => ({ id: page })],
  // Somebody who is neither on the page nor in its pod is invited, not put on it.
  'share.setRole': [NOBODYS, ({ page, member }) => ({ id: page, userId: member, level: 'view' })],
  'share.remove': [NOBODYS, ({ page, member }) => ({ id: page, userId: member })],
  'share.setInheritance': [PAGE, ({ page }) => ({ id: page, isRestricted: true })],
  'share.previewMove': [PAGE, ({ page }) => ({ id: page, parentDocumentId: null })],
  'share.setLink': [PAGE, ({ page }) => ({ id: page, level: 'view' })],
  'share.rotateLink': [NOBODYS, ({ page }) => ({ id: page })],
  // The owner can open the page itself.
  'share.settled': [{ ...PAGE, owner: 409 }, ({ page }) => ({ id: page })],
  'share.byLink': [{ ...UNPUBLISHED, linked: 200 }, ({ page }) => ({ id: page })],
  'share.openLink': [NOBODYS, () => ({ token: 'x'.repeat(43) })],
  'share.invite': [PAGE, ({ page, joiner }) => ({ id: page, username: joiner })],
  'share.revokeInvite': [PAGE, ({ pageInvite }) => ({ id: pageInvite })],
  'share.invites': [OWN, () => undefined],
  'share.acceptInvite': [NOBODYS, ({ pageInvite }) => ({ id: pageInvite })],
  'share.declineInvite': [NOBODYS, ({ pageInvite }) => ({ id: pageInvite })],
  // Asking tells nobody whether there is such a page.
  'share.requestAccess': [OWN, ({ page }) => ({ id: page })],
  'share.requests': [OWN, () => ({})],
  'share.answerRequest': [PAGE, ({ request }) => ({ id: request, level: 'view' })],
  'share.shared': [OWN, () => undefined],
  // Whether a service is set up: nothing of anybody's.
  'speech.about': [PUBLIC, () => undefined],
  'stash.items': [OWN, () => ({})],
  'stash.add': [
    OWN,
    () => ({
      blocks: [{ id: 'b', kind: 'paragraph', text: [{ text: 'Put aside' }] }],
      fromPath: '/lists',
      fromTitle: 'Lists',
    }),
  ],
  'stash.delete': [PAGE, ({ stashed }) => ({ id: stashed })],
  'stash.restore': [PAGE, ({ unstashed }) => ({ id: unstashed })],
  'version.documentVersions': [PAGE, ({ page }) => ({ documentId: page })],
  'version.version': [PAGE, ({ version }) => ({ versionId: version })],
  'version.diff': [PAGE, ({ page, version }) => ({ documentId: page, from: version, to: null })],
  'version.createVersion': [PAGE, ({ page }) => ({ documentId: page, name: 'Mine' })],
  'version.restoreVersion': [PAGE, ({ version }) => ({ versionId: version })],
  'version.restoreBlock': [PAGE, ({ version }) => ({ versionId: version, blockId: 'secret-block' })],
  'version.undoRestore': [PAGE, ({ version }) => ({ versionId: version })],
  'version.rename': [PAGE, ({ version }) => ({ versionId: version, name: 'Mine' })],
  'version.delete': [PAGE, ({ version }) => ({ versionId: version })],
  'template.templates': [OWN, () => ({})],
  'template.save': [PAGE, ({ page }) => ({ id: page })],
  'template.use': [PAGE, ({ template }) => ({ id: template })],
  'template.turnIntoPage': [PAGE, ({ template }) => ({ id: template })],
  'layout.app': [PUBLIC, () => undefined],
  // The address is not theirs: nobody's account goes.
  'user.deleteAccount': [{ visitor: 401, other: 400, owner: 400 }, () => ({ email: 'not-mine@example.org' })],
  'user.membership': [OWN, () => undefined],
  'user.getSettings': [OWN, () => undefined],
  'user.users': [OWN, () => ({})],
  'user.updateSettings': [OWN, () => ({ name: 'Somebody' })],
  'user.checkUsernameAvailability': [OWN, () => ({ username: 'a-name-nobody-has' })],
  'user.sessions': [OWN, () => undefined],
  'user.revokeSession': [PAGE, ({ session }) => ({ id: session })],
  'user.revokeOtherSessions': [OWN, () => ({})],
  'user.companySignIn': [PUBLIC, () => undefined],
  'user.linkedAccounts': [OWN, () => undefined],
  'user.signInWays': [OWN, () => undefined],
  'user.renamePasskey': [PAGE, ({ passkey }) => ({ id: passkey, name: 'Key ring' })],
  'user.forgetTrustedBrowsers': [OWN, () => undefined],
  'user.removePasskey': [PAGE, ({ passkey }) => ({ id: passkey })],
  // Nothing is linked to anybody here: everybody who is signed in is told so.
  'user.unlinkAccount': [NOBODYS, () => ({ provider: 'github' })],
}

/** A route as it is asked; every body is one that the route takes. */
interface Request {
  path: string
  body?: object | FormData | string
  headers?: Record<string, string>
}
type Who = Ids & { email: string }

const PASSWORD = 'Correct-horse-7'
/** An address that has an account of its own, of which nothing is looked for in the answers. */
const READER = 'reader@example.org'

/** Answers to people who are signed in and send what is not right. */
const WRONG: Answers = { visitor: 401, other: 400, owner: 400 }
const NO_PASSKEY = { id: 'none', rawId: 'none', type: 'public-key', response: {}, clientExtensionResults: {} }

/** Plain routes. What they do is tested beside the accounts and the interchange. */
const ROUTES: Record<string, [Answers, (who: Who) => Request]> = {
  // A drawing says nothing of anybody.
  'GET /api/avatars/:kind/:seed/:file': [PUBLIC, () => ({ path: '/api/avatars/glass/Wren/pink.svg' })],
  // There is nobody's picture here; who has been shown an address may look at it (profile-picture.int.test.ts).
  'GET /api/avatars/own/:id': [all(404), () => ({ path: '/api/avatars/own/doesnotexist00000000' })],
  'GET /api/account/copy': [OWN, () => ({ path: '/api/account/copy' })],
  // Somebody who is signed in is told that this is no picture.
  'POST /api/avatars': [
    { visitor: 401, other: 400, owner: 400 },
    () => ({ path: '/api/avatars', body: { no: 'picture' } }),
  ],
  'POST /api/auth/signin': [
    PUBLIC,
    () => ({ path: '/api/auth/signin', body: { email: READER, password: PASSWORD } }),
  ],
  'POST /api/auth/send-verification': [
    PUBLIC,
    () => ({ path: '/api/auth/send-verification', body: { email: 'somebody@example.org' } }),
  ],
  // No such code was sent: everybody may ask, and is told so.
  'POST /api/auth/verify-email': [
    all(400),
    () => ({ path: '/api/auth/verify-email', body: { email: 'stranger@example.org', code: '123456' } }),
  ],
  // Only with a session that has just proved this address.
  'POST /api/auth/set-password': [
    { visitor: 401, other: 403, owner: 200 },
    ({ email }) => ({ path: '/api/auth/set-password', body: { email, password: PASSWORD } }),
  ],
  'POST /api/auth/send-password-reset': [
    PUBLIC,
    () => ({ path: '/api/auth/send-password-reset', body: { email: READER } }),
  ],
  'POST /api/auth/verify-password-reset': [
    all(400),
    () => ({
      path: '/api/auth/verify-password-reset',
      body: { email: 'stranger@example.org', code: '123456', password: PASSWORD },
    }),
  ],
  'GET /api/templates/embedded': [PUBLIC, () => ({ path: '/api/templates/embedded' })],
  'POST /api/embed': [PUBLIC, () => ({ path: '/api/embed', body: { text: 'teamwork' } })],
  // Nobody here has been asked for a second factor.
  'POST /api/auth/second-factor': [
    all(401),
    () => ({ path: '/api/auth/second-factor', body: { code: '123456' } }),
  ],
  'POST /api/auth/second-factor/begin': [
    OWN,
    () => ({ path: '/api/auth/second-factor/begin', body: { password: PASSWORD } }),
  ],
  // Of nobody is this the code, and nobody has turned it on.
  'POST /api/auth/second-factor/confirm': [
    WRONG,
    () => ({ path: '/api/auth/second-factor/confirm', body: { code: '123456' } }),
  ],
  // Nobody here has a password to change.
  'POST /api/auth/change-password': [
    { visitor: 401, other: 409, owner: 409 },
    () => ({
      path: '/api/auth/change-password',
      body: { password: 'Not-the-right-1', newPassword: 'Another-horse-9' },
    }),
  ],
  'POST /api/auth/second-factor/end': [
    WRONG,
    () => ({ path: '/api/auth/second-factor/end', body: { code: '123456' } }),
  ],
  'POST /api/auth/second-factor/recovery-codes': [
    WRONG,
    () => ({ path: '/api/auth/second-factor/recovery-codes', body: { password: PASSWORD } }),
  ],
  'POST /api/auth/passkeys/begin': [
    OWN,
    () => ({ path: '/api/auth/passkeys/begin', body: { password: PASSWORD } }),
  ],
  'POST /api/auth/passkeys/add': [
    WRONG,
    () => ({ path: '/api/auth/passkeys/add', body: { response: NO_PASSKEY, name: 'Mine' } }),
  ],
  'POST /api/auth/passkeys/ask': [PUBLIC, () => ({ path: '/api/auth/passkeys/ask', body: {} })],
  'POST /api/auth/passkeys/signin': [
    all(400),
    () => ({ path: '/api/auth/passkeys/signin', body: { response: NO_PASSKEY } }),
  ],
  'POST /api/auth/signout': [PUBLIC, () => ({ path: '/api/auth/signout', body: {} })],
  'GET /api/auth/:provider/login': [all(302), () => ({ path: '/api/auth/github/login' })],
  'GET /api/auth/:provider/callback': [all(302), () => ({ path: '/api/auth/github/callback' })],
  'POST /api/auth/:provider/link': [OWN, () => ({ path: '/api/auth/github/link', body: {} })],
  // Who holds the link of a letter needs no session; this is none.
  'GET /api/notifications/unsubscribe': [
    all(404),
    () => ({ path: '/api/notifications/unsubscribe?token=no.0.token' }),
  ],
  'POST /api/notifications/unsubscribe': [
    all(404),
    () => ({ path: '/api/notifications/unsubscribe?token=no.0.token', body: {} }),
  ],
  'POST /api/import': [
    { ...PAGE, owner: 201 },
    ({ page }) => {
      const body = new FormData()
      body.append('file', new Blob(['# Imported']), 'imported.md')
      body.append('parentDocumentId', page)
      return { path: '/api/import', body }
    },
  ],
  'POST /api/files': [
    { ...PAGE, owner: 201 },
    ({ page }) => ({ path: `/api/files?page=${page}&name=a.txt`, body: { some: 'text' } }),
  ],
  'POST /api/uploads': [
    { ...PAGE, owner: 201 },
    ({ page }) => ({
      path: `/api/uploads?page=${page}&name=a.txt`,
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' },
    }),
  ],
  'GET /api/uploads/:id': [PAGE, ({ upload }) => ({ path: `/api/uploads/${upload}` })],
  'PATCH /api/uploads/:id': [
    { ...PAGE, owner: 204 },
    ({ upload }) => ({
      path: `/api/uploads/${upload}`,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'a',
    }),
  ],
  'DELETE /api/uploads/:id': [
    { ...PAGE, owner: 204 },
    ({ upload }) => ({ path: `/api/uploads/${upload}`, headers: { 'tus-resumable': '1.0.0' } }),
  ],
  'GET /api/files/:id': [PAGE, ({ file }) => ({ path: `/api/files/${file}` })],
  'GET /api/files/:id/media/facts': [PAGE, ({ file }) => ({ path: `/api/files/${file}/media/facts` })],
  // Those who may see it are told that a text is no sound and has no smaller picture; for the others there is no such file.
  'PUT /api/files/:id/media/peaks': [
    { ...PAGE, owner: 404 },
    ({ file }) => ({ path: `/api/files/${file}/media/peaks`, body: 'a' }),
  ],
  'PUT /api/files/:id/previews/:width': [
    { ...PAGE, owner: 404 },
    ({ file }) => ({ path: `/api/files/${file}/previews/320`, body: 'a' }),
  ],
  // Kept with the page, but nowhere on it: not for a visitor. What a page shows is tested beside the visits.
  'GET /api/files/:id/:name': [PAGE, ({ file }) => ({ path: `/api/files/${file}/figures.txt` })],
  // Not published, so there is nothing, not even for the owner. What a published page answers is tested beside it.
  'GET /preview/:address': [UNPUBLISHED, ({ page }) => ({ path: `/preview/${page}` })],
  'GET /preview/:address{.+\\.md}': [UNPUBLISHED, ({ page }) => ({ path: `/preview/${page}.md` })],
  'GET /preview/:address/image.png': [UNPUBLISHED, ({ page }) => ({ path: `/preview/${page}/image.png` })],
  'POST /preview/:address': [UNPUBLISHED, ({ page }) => ({ path: `/preview/${page}`, body: new FormData() })],
  'POST /api/visits': [UNPUBLISHED, () => ({ path: '/api/visits', body: { token: 'x'.repeat(43) } })],
  'GET /robots.txt': [PUBLIC, () => ({ path: '/robots.txt' })],
  'GET /sitemap.xml': [PUBLIC, () => ({ path: '/sitemap.xml' })],
  'GET /feed.xml': [PUBLIC, () => ({ path: '/feed.xml' })],
  'GET /user/:id/feed.xml': [UNPUBLISHED, ({ person }) => ({ path: `/user/${person}/feed.xml` })],
  'GET /preview/*': [UNPUBLISHED, ({ page }) => ({ path: `/preview/${page}/history` })],
  'GET /preview/look/:sheet': [all(404), () => ({ path: '/preview/look/other.css' })],
  'GET /api/export/markdown': [PAGE, ({ page }) => ({ path: `/api/export/markdown?documentId=${page}` })],
  'GET /api/export/html': [PAGE, ({ page }) => ({ path: `/api/export/html?documentId=${page}` })],
  // No provider is set up here, so everybody gets the placeholder; with one, `features/ai/server/ai.int.test.ts` says who may ask.
  'POST /api/ai/command': [PUBLIC, () => ({ path: '/api/ai/command', body: { prompt: 'Hi' } })],
  'POST /api/ai/copilot': [PUBLIC, () => ({ path: '/api/ai/copilot', body: { prompt: 'Hi' } })],
  'GET /api/ai/answers/:id': [PAGE, ({ aiAnswer }) => ({ path: `/api/ai/answers/${aiAnswer}` })],
  'POST /api/ai/answers/stop': [
    PAGE,
    ({ aiAnswer }) => ({ path: '/api/ai/answers/stop', body: { id: aiAnswer } }),
  ],
  // No provider is set up here: the owner is told so.
  'POST /api/ai/review/begin': [
    { ...PAGE, owner: 503 },
    ({ page }) => ({ path: '/api/ai/review/begin', body: { documentId: page, looksFor: ['spelling'] } }),
  ],
  'POST /api/ai/review/continue': [
    { ...PAGE, owner: 503 },
    ({ review }) => ({ path: '/api/ai/review/continue', body: { id: review } }),
  ],
  'POST /api/ai/review/stop': [PAGE, ({ review }) => ({ path: '/api/ai/review/stop', body: { id: review } })],
  'POST /api/ai/review/apply': [
    PAGE,
    ({ review }) => ({ path: '/api/ai/review/apply', body: { id: review } }),
  ],
  'POST /api/ai/review/discard': [
    PAGE,
    ({ review }) => ({ path: '/api/ai/review/discard', body: { id: review } }),
  ],
  'POST /api/ai/test': [OWN, () => ({ path: '/api/ai/test', body: { part: 'chat' } })],
  // No service is set up here; with one, `features/speech/server/speech.int.test.ts` says who may ask.
  'POST /api/tts': [all(503), () => ({ path: '/api/tts', body: { text: 'Hi' } })],
  'POST /api/chat/answer': [OWN, () => ({ path: '/api/chat/answer', body: { prompt: 'What is it?' } })],
  'GET /api/chat/answers/:id': [PAGE, ({ answer }) => ({ path: `/api/chat/answers/${answer}` })],
  'POST /api/realtime': [all(503), () => ({ path: '/api/realtime', body: {} })],
  'POST /api/realtime/calls': [all(400), () => ({ path: '/api/realtime/calls', body: {} })],
  'POST /api/transcribe': [all(503), () => ({ path: '/api/transcribe', body: new FormData() })],
  'POST /api/export/pdf': [PAGE, ({ page }) => ({ path: '/api/export/pdf', body: { documentId: page } })],
  'POST /api/export/png': [PAGE, ({ page }) => ({ path: '/api/export/png', body: { documentId: page } })],
  // A visitor and another person are shown what the application says at any address; it has not been built here.
  'GET /fonts/emoji.woff2': [PUBLIC, () => ({ path: '/fonts/emoji.woff2' })],
  'GET /:documentId': [
    { visitor: 503, other: 503, owner: 200 },
    ({ page }) => ({ path: `/${page}?print=true` }),
  ],
  'GET /api/export/word': [
    PAGE,
    ({ page }) => ({ path: `/api/export/word?documentId=${page}&subPages=true` }),
  ],
  // Told only to those who may see the page: there is no table on it.
  'GET /api/export/csv': [
    { ...PAGE, owner: 400 },
    ({ page }) => ({ path: `/api/export/csv?documentId=${page}` }),
  ],
  'GET /api/export/text': [PAGE, ({ page }) => ({ path: `/api/export/text?documentId=${page}` })],
  'GET /api/export/json': [PAGE, ({ page }) => ({ path: `/api/export/json?documentId=${page}` })],
}

const said = ({ visitor, other, owner }: Answers) => `visitor ${visitor}, other ${other}, owner ${owner}`

const SECRET = 'Quarterly figures of the owner'

const procedures = Object.entries(
  // The flat map of every procedure is there at run time; its type is the nested one.
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)

test('R20 every call of the router has a row', () => {
  expect(procedures.map(([name]) => name).sort()).toEqual(Object.keys(CALLS).sort())
})

onEachDatabase('who may call what', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson
  let mate: TestPerson
  let joiner: string
  let stranger: TestPerson
  let invited: string
  let ids: Ids

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    other = await server.signUp()
    mate = await server.signUp()
    stranger = await server.signUp()
    const third = await server.signUp()
    invited = (await server.rpc(third.cookie).user.getSettings.query()).username as string
    joiner = (await server.rpc(stranger.cookie).user.getSettings.query()).username as string
  })
  afterAll(() => server.close())

  /** Pages of the owner, made anew because the owner's own calls change them. */
  async function freshIds(withVersion = false, above: string | null = null): Promise<Ids> {
    const rpc = server.rpc(owner.cookie)
    const page = await rpc.document.create.mutate({ parentDocumentId: above, title: SECRET })
    const trashed = await rpc.document.create.mutate({ parentDocumentId: above, title: SECRET })
    if (above !== null)
      for (const { id } of [page, trashed]) await rpc.share.setInheritance.mutate({ id, isRestricted: true })
    await rpc.document.archive.mutate({ id: trashed.id })
    const template = await rpc.template.save.mutate({ id: page.id })
    const { sessions } = await rpc.user.sessions.query()
    const answer = await fetch(
      `${server.url}/api/files?page=${page.id}&name=${encodeURIComponent(SECRET)}.txt`,
      {
        method: 'POST',
        headers: { origin: server.url, cookie: owner.cookie },
        body: SECRET,
      },
    )
    const { id: file } = (await answer.json()) as { id: string }
    const begun = await fetch(`${server.url}/api/uploads?page=${page.id}&name=${SECRET}.bin`, {
      method: 'POST',
      headers: {
        origin: server.url,
        cookie: owner.cookie,
        'tus-resumable': '1.0.0',
        'upload-length': '5',
      },
    })
    const upload = begun.headers.get('location')!.split('/').at(-1)!
    const content = {
      blocks: [{ id: 'b', kind: 'paragraph', text: [{ text: SECRET }] }],
      fromPath: `/${page.id}`,
      fromTitle: SECRET,
    }
    const stashed = await rpc.stash.add.mutate(content)
    const unstashed = await rpc.stash.add.mutate(content)
    await rpc.stash.delete.mutate({ id: unstashed.id })
    const pod = newId()
    const created_at = new Date().toISOString()
    const { db } = server.services
    // One person does in seconds what is limited by the minute.
    await db.deleteFrom('rate_limit').execute()
    // Nor can one person have an invitation waiting for every row of the table.
    await db.deleteFrom('pod_invitation').execute()
    await db.deleteFrom('friendship').execute()
    await db.deleteFrom('person_block').execute()
    const asked = await server
      .rpc(stranger.cookie)
      .friends.sendFriendRequest.mutate({ receiverId: owner.user.id })
    await db
      .insertInto('pod')
      .values({ id: pod, name: SECRET, is_personal: 0, created_by: owner.user.id, created_at })
      .execute()
    await db
      .insertInto('pod_member')
      .values([
        { pod_id: pod, user_id: owner.user.id, role: 'owner', created_at },
        { pod_id: pod, user_id: mate.user.id, role: 'member', created_at },
      ])
      .execute()
    const invitation = await rpc.pod.addMember.mutate({ podId: pod, username: invited })
    const level = 'view' as const
    const pageInvite = newId()
    await db
      .insertInto('document_invite')
      .values({
        id: pageInvite,
        document_id: page.id,
        email: 'third@example.org',
        level,
        invited_by: owner.user.id,
        created_at,
        expires_at: '9999-01-01T00:00:00.000Z',
      })
      .execute()
    const request = newId()
    await db
      .insertInto('access_request')
      .values({
        id: request,
        document_id: page.id,
        user_id: mate.user.id,
        level,
        message: SECRET,
        created_at,
      })
      .execute()
    const passkey = newId()
    await db
      .insertInto('passkey')
      .values({
        id: passkey,
        user_id: owner.user.id,
        credential_id: newId(),
        public_key: Buffer.from('no key'),
        counter: 0,
        transports: '[]',
        name: SECRET,
        created_at: new Date().toISOString(),
      })
      .execute()
    const memory = await rpc.memory.create.mutate({ memory: SECRET })
    const prompt = await rpc.prompt.create.mutate({ title: SECRET, prompt: SECRET, display: 'chat' })
    const recordingFile = newId()
    const recording = newId()
    const { pod_id } = await db
      .selectFrom('document')
      .select('pod_id')
      .where('id', '=', page.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('file')
      .values({
        id: recordingFile,
        document_id: null,
        pod_id,
        uploaded_by: owner.user.id,
        name: `${SECRET}.webm`,
        name_folded: `${SECRET}.webm`.toLowerCase(),
        type: 'video/webm',
        size: 1,
        state: 'ready',
        created_at,
        let_go_at: null,
        received_by: null,
      })
      .execute()
    await db
      .insertInto('recording')
      .values({
        id: recording,
        user_id: owner.user.id,
        file_id: recordingFile,
        type: 'camera',
        title: SECRET,
        title_folded: SECRET.toLowerCase(),
        duration: 1,
        resolution: null,
        thumbnail: null,
        created_at,
        sent_bytes: null,
      })
      .execute()
    const review = newId()
    await db
      .insertInto('page_review')
      .values({
        id: review,
        document_id: page.id,
        user_id: owner.user.id,
        looks_for: '["spelling"]',
        prompt: SECRET,
        model: 'tiny-test',
        state: 'stopped',
        error: null,
        sections: '[]',
        sections_read: 0,
        blocks: 0,
        server_id: null,
        created_at,
        updated_at: created_at,
      })
      .execute()
    const aiAnswer = newId()
    await db
      .insertInto('ai_answer')
      .values({
        id: aiAnswer,
        user_id: owner.user.id,
        document_id: page.id,
        asked: SECRET,
        about: SECRET,
        model: 'tiny-test',
        status: 'done',
        error: null,
        is_cut: 0,
        content: SECRET,
        server_id: null,
        created_at,
      })
      .execute()
    const aiDecision = newSid(owner.user.id, Date.now())
    await db
      .insertInto('suggestion_log')
      .values({
        document_id: page.id,
        sid: aiDecision,
        author_id: owner.user.id,
        model: 'tiny-test',
        first_seen_at: created_at,
        summary: JSON.stringify({
          type: 'insert',
          text: '',
          newText: SECRET,
          isOfTitle: false,
          changes: [],
          more: 0,
          blocks: [],
        }),
        trace: null,
        state: 'accepted',
        decided_by: owner.user.id,
        decided_at: created_at,
      })
      .execute()
    const chat = await rpc.chat.createMessage.mutate({ content: SECRET, documentId: page.id })
    await rpc.chat.stop.mutate({ messageId: chat.answerId })
    const action = newId()
    await db
      .insertInto('chat_action')
      .values({
        id: action,
        message_id: chat.answerId,
        number: 1,
        kind: 'create_page',
        status: 'pending',
        title: SECRET,
        content: SECRET,
        document_id: newId(),
        parent_id: page.id,
        pod_id: null,
        result: null,
        created_at,
        decided_at: null,
      })
      .execute()
    const discussion = newId()
    const comment = newId()
    await rpc.comment.createDiscussion.mutate({
      id: discussion,
      commentId: comment,
      documentId: page.id,
      kind: 'page',
      contentRich: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: SECRET }] }],
      },
    })
    const version = withVersion ? await versionOf(page.id) : 'no version in this row'
    return {
      page: page.id,
      trashed: trashed.id,
      template: template.id,
      session: sessions[0]!.id,
      file,
      upload,
      stashed: stashed.id,
      unstashed: unstashed.id,
      pod,
      member: mate.user.id,
      joiner,
      invitation: invitation.id,
      pageInvite,
      request,
      stranger: stranger.user.id,
      friendRequest: asked.id,
      memory: memory.id,
      passkey,
      prompt: prompt.id,
      recording,
      review,
      aiAnswer,
      aiDecision,
      chat: chat.chatId,
      question: chat.messageId,
      answer: chat.answerId,
      action,
      discussion,
      comment,
      version,
      person: owner.user.id,
    }
  }

  /** Saves the page, restores what it was before that, and answers the version with which this is undone. */
  async function versionOf(documentId: string): Promise<string> {
    const rpc = server.rpc(owner.cookie)
    const empty = await rpc.version.createVersion.mutate({ documentId })
    const contentRich = [{ id: 'secret-block', kind: 'paragraph', text: [{ text: SECRET }] }]
    await rpc.document.update.mutate({ id: documentId, contentRich })
    const { undoVersionId } = await rpc.version.restoreVersion.mutate({ versionId: empty.id })
    return undoVersionId!
  }

  /** Acts as a visitor with a link to the page that would let people who are signed in edit it. It is gone afterwards. */
  async function withLink<T>(act: (cookie: string) => Promise<T>): Promise<T> {
    const { db } = server.services
    const token = randomBytes(32).toString('base64url')
    const created_at = new Date().toISOString()
    await db
      .insertInto('document_link')
      .values({ document_id: ids.page, token_hash: hashOfToken(token), salt: '', level: 'edit', created_at })
      .execute()
    try {
      const opened = await server.post('/api/visits', { token })
      expect(opened.status).toBe(200)
      return await act(cookieOf(opened))
    } finally {
      await db.deleteFrom('document_link').where('document_id', '=', ids.page).execute()
    }
  }

  async function call(name: string, type: string, input: unknown, cookie?: string) {
    const headers = { origin: server.url, 'content-type': 'application/json', ...(cookie && { cookie }) }
    const url = `${server.url}/api/trpc/${name}`
    const json = input === undefined ? undefined : JSON.stringify(input)
    const answer =
      type === 'query'
        ? await fetch(json === undefined ? url : `${url}?input=${encodeURIComponent(json)}`, { headers })
        : await fetch(url, { method: 'POST', headers, body: json ?? '{}' })
    return { status: answer.status, body: await answer.text() }
  }

  async function ask(route: string, { path, body, headers }: Request, cookie?: string) {
    const isForm = body instanceof FormData
    const answer = await fetch(`${server.url}${path}`, {
      method: route.split(' ')[0]!,
      redirect: 'manual',
      headers: {
        origin: server.url,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
        ...(cookie && { cookie }),
      },
      ...(body && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.text() }
  }

  /** Of things that are not there. */
  const unknownIds = (): Ids => ({
    ...(Object.fromEntries(Object.keys(ids).map((key) => [key, 'doesnotexist00000000'])) as unknown as Ids),
    member: ids.member,
    joiner,
  })

  function expectNothingOf(body: string): void {
    for (const secret of [
      SECRET,
      ids.page,
      ids.trashed,
      ids.template,
      ids.session,
      ids.file,
      ids.upload,
      ids.stashed,
      ids.unstashed,
      ids.pod,
      ids.member,
      ids.memory,
      ids.passkey,
      ids.prompt,
      ids.recording,
      ids.chat,
      ids.question,
      ids.answer,
      ids.action,
      ids.discussion,
      ids.comment,
      ids.version,
      owner.user.id,
      owner.user.email,
    ]) {
      expect(body).not.toContain(secret)
    }
  }

  describe('R20 calls', () => {
    for (const [name, { _def }] of procedures) {
      const row = CALLS[name]
      if (!row) continue
      const [answers, inputFor] = row

      test(`R20 ${name}: ${said(answers)}`, async () => {
        ids = await freshIds(name.startsWith('version.'))
        const visitors = await call(name, _def.type, inputFor(ids))
        expect(visitors.status, visitors.body).toBe(answers.visitor)
        expectNothingOf(visitors.body)

        const linked = await withLink((cookie) => call(name, _def.type, inputFor(ids), cookie))
        expect(linked.status, linked.body).toBe(answers.linked ?? answers.visitor)
        if (answers.linked === undefined) expectNothingOf(linked.body)

        const theirs = await call(name, _def.type, inputFor(ids), other.cookie)
        expect(theirs.status, theirs.body).toBe(answers.other)
        expectNothingOf(theirs.body)
        if (answers.other === 404) {
          const unknown = unknownIds()
          const missing = await call(name, _def.type, inputFor(unknown), other.cookie)
          expect(theirs.body).toBe(missing.body)
        }
        const after = await server.rpc(owner.cookie).document.document.query({ id: ids.page })
        expect(after.isArchived).toBe(false)

        const own = await call(name, _def.type, inputFor(ids), owner.cookie)
        expect(own.status, own.body).toBe(answers.owner)
        // A revoked session was the owner's own: sign in again for the next row.
        if (name === 'user.revokeSession') owner = await server.signUp(owner.user.email)
      })
    }
  })

  describe('R20 routes', () => {
    beforeAll(async () => {
      const reader = await server.signUp(READER)
      const body = { email: READER, password: PASSWORD }
      expect((await server.post('/api/auth/set-password', body, reader.cookie)).status).toBe(200)
    })

    test('R20 every route has a row', () => {
      const auth = createAuth(server.services, 'a secret for this list alone')
      // With those for all methods: a route made with `all`, and middleware, which a feature has no reason to add.
      const listed = routes(server.services, auth)
        .flatMap((group) => group.routes)
        .map(({ method, path }) => `${method} ${path}`)
      expect([...new Set(listed)].sort()).toEqual(Object.keys(ROUTES).sort())
    })

    test('9.13 beyond these calls and routes the server does nothing: any other name or method finds nothing', async () => {
      owner = await server.signUp()
      ids = await freshIds()
      const who = { ...ids, email: owner.user.email }
      const known = Object.entries(ROUTES).map(([route, [, requestFor]]) => {
        const [method, pattern] = route.split(' ') as [string, string]
        // As the server compares them: `:name` is any part of an address, and a part with `?` may be missing.
        const parts = pattern
          .replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?')
          .replaceAll(/:\w+(?:\{[^/]*\})?/g, '[^/]+')
        return { method, is: new RegExp(`^${parts.replaceAll('*', '.*')}$`), path: requestFor(who).path }
      })
      const ask = async (method: string, path: string) =>
        (
          await fetch(`${server.url}${path}`, {
            method,
            redirect: 'manual',
            headers: {
              origin: server.url,
              cookie: owner.cookie,
              ...(method !== 'GET' && { 'content-type': 'application/json' }),
            },
            ...(method !== 'GET' && { body: '{}' }),
          })
        ).status
      const paths = [...new Set(known.map(({ path }) => path))].filter((path) => path.startsWith('/api/'))
      for (const path of paths)
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const [address] = path.split('?') as [string]
          if (known.some((one) => one.method === method && one.is.test(address))) continue
          expect(await ask(method, path), `${method} ${path}`).toBe(404)
        }
      // A call answers by one method alone, and nobody has any other name.
      for (const [name, { _def }] of procedures)
        expect(await ask(_def.type === 'query' ? 'POST' : 'GET', `/api/trpc/${name}`), name).toBe(405)
      for (const name of ['document', 'document.', 'user.admin', 'layout.app.currentUser'])
        expect(await ask('GET', `/api/trpc/${name}`), name).toBe(404)
      // What was asked for in a wrong way was not done.
      const rpc = server.rpc(owner.cookie)
      expect(await rpc.document.document.query({ id: ids.page })).toMatchObject({ title: SECRET })
      expect((await rpc.user.sessions.query()).sessions).toHaveLength(1)
    })

    for (const [route, [answers, requestFor]] of Object.entries(ROUTES)) {
      // A browser that draws has the lowest priority, and may take a minute to come up.
      test(`R20 ${route}: ${said(answers)}`, { timeout: 180_000 }, async () => {
        // People of this row's own: some routes end the session that asks.
        owner = await server.signUp()
        other = await server.signUp()
        ids = await freshIds()
        const request = () => requestFor({ ...ids, email: owner.user.email })
        const visitors = await ask(route, request())
        expect(visitors.status, visitors.body).toBe(answers.visitor)
        expectNothingOf(visitors.body)
        const linked = await withLink((cookie) => ask(route, request(), cookie))
        expect(linked.status, linked.body).toBe(answers.linked ?? answers.visitor)
        if (answers.linked === undefined) expectNothingOf(linked.body)

        const theirs = await ask(route, request(), other.cookie)
        expect(theirs.status, theirs.body).toBe(answers.other)
        expectNothingOf(theirs.body)
        const own = await ask(route, request(), owner.cookie)
        expect(own.status, own.body).toBe(answers.owner)
      })
    }
  })

  /*
   * A page that only invited people see, in one that everybody else here has: who has the page above has nothing of it, whatever
   * call or route they try, however they have that page.
   */
  describe('R20 a restricted page in a shared one', () => {
    interface Standing {
      who: string
      cookie: string
      isVisitor?: true
    }
    const standings: Standing[] = []
    let invitedToIt: TestPerson
    let above: string
    let podId: string

    beforeAll(async () => {
      owner = await server.signUp()
      const { db } = server.services
      const rpc = server.rpc(owner.cookie)
      podId = (await rpc.pod.create.mutate({ name: 'Team' })).id
      above = (await rpc.document.create.mutate({ podId, title: 'Plan' })).id
      for (const role of ['owner', 'member', 'guest'] as const) {
        const person = await server.signUp()
        const created_at = new Date().toISOString()
        await db
          .insertInto('pod_member')
          .values({ pod_id: podId, user_id: person.user.id, role, created_at })
          .execute()
        standings.push({ who: `${role} of the pod`, cookie: person.cookie })
      }
      const share = async (id: string, level: Level) => {
        const person = await server.signUp()
        const { username } = await server.rpc(person.cookie).user.getSettings.query()
        await rpc.share.invite.mutate({ id, username: username as string, level })
        const { invites } = await server.rpc(person.cookie).share.invites.query()
        await server.rpc(person.cookie).share.acceptInvite.mutate({ id: invites[0]!.id })
        return person
      }
      for (const level of LEVELS) {
        const { cookie } = await share(above, level)
        standings.push({ who: `${level} on the page above`, cookie })
      }
      const { link } = await rpc.share.setLink.mutate({ id: above, level: 'edit' })
      const token = link?.url?.split('/').at(-1) as string
      const linked = await server.signUp()
      await server.rpc(linked.cookie).share.openLink.mutate({ token })
      standings.push({ who: 'by the link of the page above', cookie: linked.cookie })
      const visit = await server.post('/api/visits', { token })
      standings.push({ who: 'visitor by that link', cookie: cookieOf(visit), isVisitor: true })
      ids = await freshIds(true, above)
      invitedToIt = await share(ids.page, 'view')
      const contentRich = [
        {
          id: 'secret-block',
          kind: 'paragraph',
          text: [{ text: SECRET }, { kind: 'mention', attributes: { key: `/${above}`, value: 'Plan' } }],
        },
      ]
      await rpc.document.update.mutate({ id: ids.page, contentRich })
    })
    // All of them do in seconds what is limited by the minute, and some of it leaves something behind.
    beforeEach(async () => {
      const { db } = server.services
      for (const table of ['rate_limit', 'friendship', 'person_block', 'pod_invitation'] as const)
        await db.deleteFrom(table).execute()
    })

    function expectNothingOfIt(body: string, told: string): void {
      const { page, trashed, template, file, upload, version, discussion, comment, review, aiAnswer } = ids
      const its = {
        page,
        trashed,
        template,
        file,
        upload,
        version,
        discussion,
        comment,
        review,
        aiAnswer,
        SECRET,
      }
      for (const [what, secret] of Object.entries(its)) expect(body, `${told}: ${what}`).not.toContain(secret)
    }

    test('R20 whom it is shared with has it, and everybody has the page above', async () => {
      for (const { who, cookie, isVisitor } of standings) {
        const rpc = server.rpc(cookie)
        if (isVisitor) expect((await rpc.share.byLink.query({ id: above })).title, who).toBe('Plan')
        else if (who === 'guest of the pod')
          await expect(rpc.document.document.query({ id: above })).rejects.toThrow()
        else expect((await rpc.document.document.query({ id: above })).hasChildren, who).toBe(false)
      }
      for (const { cookie } of [owner, invitedToIt]) {
        const rpc = server.rpc(cookie)
        expect((await rpc.document.document.query({ id: ids.page })).title).toBe(SECRET)
        const lists = [await rpc.document.tree.query({ podId }).catch(String), await rpc.share.shared.query()]
        expect(JSON.stringify(lists)).toContain(ids.page)
        await expect
          .poll(async () => JSON.stringify(await rpc.search.search.query({ q: SECRET })))
          .toContain(ids.page)
      }
    })

    for (const [name, { _def }] of procedures) {
      const row = CALLS[name]
      if (!row) continue
      const [answers, inputFor] = row
      test(`R20 ${name}: nothing of it for anybody who has the page above`, async () => {
        const missing =
          answers.other === 404 && (await call(name, _def.type, inputFor(unknownIds()), other.cookie))
        for (const { who, cookie, isVisitor } of standings) {
          const answer = await call(name, _def.type, inputFor(ids), cookie)
          expectNothingOfIt(answer.body, who)
          // Colleagues see each other.
          if (name === 'publish.profile') continue
          expect(answer.status, `${who}: ${answer.body}`).toBe(isVisitor ? answers.visitor : answers.other)
          if (missing && !isVisitor) expect(answer.body, who).toBe(missing.body)
        }
      })
    }

    for (const [route, [answers, requestFor]] of Object.entries(ROUTES)) {
      // The others are about nothing of a page.
      if (answers.other !== 404) continue
      test(`R20 ${route}: nothing of it for anybody who has the page above`, async () => {
        for (const { who, cookie, isVisitor } of standings) {
          const answer = await ask(route, requestFor({ ...ids, email: owner.user.email }), cookie)
          expectNothingOfIt(answer.body, who)
          expect(answer.status, `${who}: ${answer.body}`).toBe(isVisitor ? answers.visitor : answers.other)
        }
      })
    }

    test('R20 lists, copies, templates and exports of the page above have nothing of it', {
      timeout: 300_000,
    }, async () => {
      const exported = async (kind: string, cookie: string) => {
        const path = `/api/export/${kind}?documentId=${above}&subPages=true`
        const answer = await fetch(`${server.url}${path}`, { headers: { cookie } })
        return `${answer.headers.get('content-disposition')} ${Buffer.from(await answer.arrayBuffer()).toString('latin1')}`
      }
      const kinds = (who: string) =>
        who === 'member of the pod' ? ['markdown', 'html', 'word', 'json', 'text'] : ['markdown']
      // The names in a .zip are not packed.
      expect(await exported('markdown', owner.cookie)).toMatch(/quarterly/i)
      for (const { who, cookie, isVisitor } of standings) {
        await server.services.db.deleteFrom('rate_limit').execute()
        const rpc = server.rpc(cookie)
        for (const kind of kinds(who)) {
          const file = await exported(kind, cookie)
          expectNothingOfIt(file, `${who}, ${kind}`)
          expect(file, `${who}, ${kind}`).not.toMatch(/quarterly/i)
        }
        if (isVisitor || who === 'guest of the pod') continue
        const told = [
          await rpc.document.documents.query({ parentDocumentId: above }),
          await rpc.document.backlinks.query({ id: above }),
          await rpc.search.related.query({ id: above }),
          await rpc.comment.discussions.query({ documentId: above }),
          await rpc.suggestion.suggestions.query({ documentId: above }),
          await rpc.version.documentVersions.query({ documentId: above }).catch(String),
          await rpc.share.people.query({ id: above }),
          // Where they may not add pages to the pod, nothing is made.
          await rpc.document.duplicate.mutate({ id: above, withSubpages: true }).catch(String),
          await rpc.template.save.mutate({ id: above, withSubpages: true }).catch(String),
          // A list of a pod is for those who are in it.
          await rpc.document.tree.query({ podId }).catch(String),
          await rpc.document.allDocuments.query({ podId }).catch(String),
          await rpc.template.templates.query({ podId }).catch(String),
          await rpc.document.trash.query({ q: '' }),
          await rpc.share.shared.query(),
        ]
        if (/^(owner|member) of/.test(who)) expect(JSON.stringify(told), who).toContain('Plan (copy)')
        expectNothingOfIt(JSON.stringify(told), who)
      }
    })

    test('R20 no socket opens it, so nobody is told who is there', async () => {
      for (const { who, cookie, isVisitor } of standings) {
        const socket = await RawSocket.open(`${server.url.replace('http', 'ws')}/collab`, cookie)
        socket.send(authFrame(ids.page))
        await until(`${who} to be refused`, () =>
          isVisitor
            ? socket.closed !== null
            : socket.frames.some((frame) => Buffer.from(frame).includes('not-found')),
        )
        expect(Buffer.concat(socket.frames).toString('latin1'), who).not.toContain(SECRET)
        socket.close()
      }
    })
  })
})
