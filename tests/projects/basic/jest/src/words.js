'use strict';

module.exports.count = (text) => text.split(' ').filter((word) => word !== '').length;
