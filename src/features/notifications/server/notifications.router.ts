import { router, signedIn } from '@/server/rpc'
import * as inputs from '../inputs'
import * as service from './notifications.service'
import * as devices from './push-devices.service'

/** `notifications.*` (product.md 7.26–7.29, rulings 7). Every call is about the caller's own and nobody else's. */
export const notificationsRouter = router({
  getNotifications: signedIn
    .input(inputs.ListNotifications)
    .query(({ ctx, input }) => service.listNotifications(ctx, input.limit)),
  getUnreadCount: signedIn.query(({ ctx }) => service.countUnread(ctx)),
  markAsRead: signedIn
    .input(inputs.OneNotification)
    .mutation(({ ctx, input }) => service.markAsRead(ctx, input.notificationId)),
  deleteNotification: signedIn
    .input(inputs.OneNotification)
    .mutation(({ ctx, input }) => service.deleteNotification(ctx, input.notificationId)),
  markAllAsRead: signedIn.mutation(({ ctx }) => service.markAllAsRead(ctx)),
  deleteAllNotifications: signedIn.mutation(({ ctx }) => service.deleteAllNotifications(ctx)),

  getPreferences: signedIn.query(({ ctx }) => service.getPreferences(ctx)),
  updatePreferences: signedIn
    .input(inputs.UpdatePreferences)
    .mutation(({ ctx, input }) => service.updatePreferences(ctx, input)),

  getPushDevices: signedIn.query(({ ctx }) => devices.listPushDevices(ctx)),
  addPushDevice: signedIn
    .input(inputs.AddPushDevice)
    .mutation(({ ctx, input }) => devices.addPushDevice(ctx, input)),
  removePushDevice: signedIn
    .input(inputs.OnePushDevice)
    .mutation(({ ctx, input }) => devices.removePushDevice(ctx, input.id)),

  getPageChoice: signedIn
    .input(inputs.OnePage)
    .query(({ ctx, input }) => service.getPageChoice(ctx, input.documentId)),
  choosePage: signedIn.input(inputs.ChoosePage).mutation(({ ctx, input }) => service.choosePage(ctx, input)),
})
